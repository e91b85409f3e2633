import { chooseLanguage, type Language, language, languages, texts } from "../../app/formats/language.ts";

export function LanguageChoice() {
  return (
    <select
      aria-label={texts.value.shell.language}
      value={language.value}
      onChange={({ currentTarget }) => chooseLanguage(currentTarget.value as Language)}
    >
      {Object.entries(languages).map(([tag, name]) => (
        <option key={tag} value={tag} lang={tag}>
          {name}
        </option>
      ))}
    </select>
  );
}
