import type { ComponentChildren } from "preact";
import { allTexts } from "../../../app/formats/language.ts";
import { shopName } from "../../../app/session/page-settings.ts";
import { icons } from "../../../ui/icons.tsx";
import { LanguageChoice } from "../language-choice.tsx";

/** A page for people who are not signed in. */
export function EntryPage({ title, children }: { readonly title: string; readonly children: ComponentChildren }) {
  return (
    <main class="stack card sign-in">
      <p class="row brand">
        {icons.pets}
        <bdi>{shopName}</bdi>
      </p>
      <h1 tabIndex={-1}>{title}</h1>
      {children}
      <LanguageChoice />
    </main>
  );
}

interface RememberDeviceProps {
  readonly isRemembered: boolean;
  readonly change: (isRemembered: boolean) => void;
}

/** Whether the key outlives this tab. */
export function RememberDevice({ isRemembered, change }: RememberDeviceProps) {
  const { signIn: words } = allTexts.value;
  return (
    <label class="check">
      <input type="checkbox" checked={isRemembered} onChange={({ currentTarget }) => change(currentTarget.checked)} />
      <span>
        {words.remember}
        <small>{words.rememberHint}</small>
      </span>
    </label>
  );
}
