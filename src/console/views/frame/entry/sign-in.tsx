import { useEffect, useRef, useState } from "preact/hooks";
import { failureOf, hasCode } from "../../../app/failure.ts";
import { allTexts } from "../../../app/formats/language.ts";
import { signIn, signOut } from "../../../app/session/session.ts";
import { FieldFrame } from "../../../forms/fields.tsx";
import { Dialog } from "../../../ui/panels/dialog.tsx";
import { EntryPage, RememberDevice } from "./entry-page.tsx";

/** The sign-in page. */
export function SignInPage() {
  return (
    <EntryPage title={allTexts.value.signIn.title}>
      <SignInForm />
    </EntryPage>
  );
}

/** The sign-in dialog over the page, when the key has stopped working. */
export function SignInAgain() {
  return (
    <Dialog title={allTexts.value.signIn.againTitle}>
      <p>{allTexts.value.signIn.againText}</p>
      <SignInForm />
      <button type="button" class="quiet" onClick={signOut}>
        {allTexts.value.signIn.discard}
      </button>
    </Dialog>
  );
}

/** The characters of a key. Browsers refuse to send others in a header. */
const SENDABLE = /^[\x21-\x7e]+$/;

/** Not built on the shared form, which would store the key as a draft. */
function SignInForm() {
  const { signIn: words } = allTexts.value;
  const [typed, setTyped] = useState("");
  const [isRemembered, setRemembered] = useState(false);
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);

  async function submit(event: Event) {
    event.preventDefault();
    const apiKey = typed.trim();
    if (apiKey === "") return setError(words.missing);
    if (!SENDABLE.test(apiKey)) return setError(words.refused);
    setBusy(true);
    setError(undefined);
    try {
      await signIn(apiKey, isRemembered);
    } catch (cause) {
      setError(hasCode(cause, "unauthorized") ? words.refused : failureOf(cause).text);
      setBusy(false);
    }
  }
  return (
    <form noValidate onSubmit={submit}>
      <FieldFrame label={words.key} hint={words.keyHint} error={error}>
        {(control) => (
          <input
            {...control}
            ref={input}
            type="password"
            autocomplete="current-password"
            autocapitalize="off"
            spellcheck={false}
            value={typed}
            onInput={({ currentTarget }) => setTyped(currentTarget.value)}
          />
        )}
      </FieldFrame>
      <RememberDevice isRemembered={isRemembered} change={setRemembered} />
      <button type="submit" class="primary" disabled={isBusy}>
        {isBusy ? words.checking : words.submit}
      </button>
      <p role="alert" class="visually-hidden">
        {error}
      </p>
    </form>
  );
}
