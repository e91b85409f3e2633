import { useEffect, useRef, useState } from "preact/hooks";
import { failureText, fieldErrors } from "./failure.tsx";

/** What was wrong with a form: messages at its fields, or about the whole. */
interface Refusal {
  readonly fields: Readonly<Record<string, string>>;
  readonly text: string | undefined;
}

const NOTHING: Refusal = { fields: {}, text: undefined };

/** Sends a form and shows why it was refused. `shown` are the fields that can show the service's messages about them. */
export function useSubmission(shown: readonly string[]) {
  const [refusal, setRefusal] = useState(NOTHING);
  const [isBusy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  // After the messages are drawn.
  useEffect(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(), [refusal]);
  return {
    form,
    isBusy,
    /** The messages at the fields. */
    errors: refusal.fields,
    /** The message about the whole form. */
    text: refusal.text,
    /** Refuses what cannot be sent. */
    refuse: (fields: Refusal["fields"]) => setRefusal({ fields, text: undefined }),
    async submit(send: () => Promise<void>) {
      setBusy(true);
      setRefusal(NOTHING);
      try {
        await send();
      } catch (error) {
        const fields = fieldErrors(error);
        const isShown = Object.keys(fields).some((field) => shown.includes(field));
        setRefusal({ fields, text: isShown ? undefined : failureText(error) });
      } finally {
        setBusy(false);
      }
    },
  };
}
