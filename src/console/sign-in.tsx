import { useState } from "preact/hooks";
import { PetstoreError } from "../client/index.ts";
import { Dialog } from "./dialog.tsx";
import { failureText } from "./failure.tsx";
import { Field } from "./field.tsx";
import { icons } from "./icons.tsx";
import { texts } from "./language.ts";
import { LanguageChoice } from "./language-choice.tsx";
import { signIn, signOut } from "./session.ts";

/** The page before the sign-in. */
export function SignInPage() {
  return (
    <main class="sign-in">
      <p class="brand">
        {icons.paw}
        <span>Petstore</span>
      </p>
      <h1>{texts.value.signIn.title}</h1>
      <SignInForm />
      <LanguageChoice />
    </main>
  );
}

/** The sign-in over the page, when the key has stopped working. */
export function SignInAgain() {
  return (
    <Dialog title={texts.value.signIn.againTitle}>
      <p>{texts.value.signIn.againText}</p>
      <SignInForm />
      <button type="button" class="quiet" onClick={signOut}>
        {texts.value.signIn.discard}
      </button>
    </Dialog>
  );
}

function SignInForm() {
  const { signIn: words } = texts.value;
  const [apiKey, setApiKey] = useState("");
  const [isRemembered, setRemembered] = useState(false);
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  async function submit(event: Event) {
    event.preventDefault();
    if (apiKey.trim() === "") return setError(words.missing);
    setBusy(true);
    setError(undefined);
    try {
      await signIn(apiKey.trim(), isRemembered);
    } catch (cause) {
      setError(PetstoreError.is(cause) && cause.code === "unauthorized" ? words.refused : failureText(cause));
      setBusy(false);
    }
  }

  return (
    <form onSubmit={submit}>
      <Field label={words.key} hint={words.keyHint} error={error}>
        {(control) => (
          <input
            {...control}
            type="password"
            autocomplete="current-password"
            autocapitalize="off"
            spellcheck={false}
            value={apiKey}
            onInput={({ currentTarget }) => setApiKey(currentTarget.value)}
          />
        )}
      </Field>
      <label class="check">
        <input
          type="checkbox"
          checked={isRemembered}
          onChange={({ currentTarget }) => setRemembered(currentTarget.checked)}
        />
        <span>
          {words.remember}
          <small>{words.rememberHint}</small>
        </span>
      </label>
      <button type="submit" class="primary" disabled={isBusy}>
        {isBusy ? words.checking : words.submit}
      </button>
      <p role="alert" class="visually-hidden">
        {error}
      </p>
    </form>
  );
}
