import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import { allTexts } from "../../app/formats/language.ts";
import { inform } from "../../app/notices.ts";
import { type ShownOnce as Shown, shownOnce } from "../../app/shown-once.ts";

interface ShownOnceProps {
  readonly about: string;
  readonly words: {
    readonly title: string;
    readonly text: string;
    readonly copied: string;
    readonly notCopied: string;
    readonly stored: string;
  };
  /** Below the value. */
  readonly children?: (shown: Shown) => ComponentChildren;
}

/** A secret that is shown once. Renders nothing if there is none about this subject. */
export function ShownOnce({ about, words, children }: ShownOnceProps) {
  const title = useId();
  const field = useRef<HTMLInputElement>(null);
  const current = shownOnce.value?.about === about ? shownOnce.value : undefined;
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, [current]);
  if (current === undefined) return null;
  const { value } = current;
  function dismiss() {
    // Keep the focus in the panel when the field disappears.
    field.current?.closest("section.side-panel")?.querySelector("h2")?.focus();
    shownOnce.value = undefined;
  }
  async function copy() {
    try {
      await navigator.clipboard.writeText(value);
      inform(words.copied);
    } catch {
      // The browser or the person denied access.
      inform(words.notCopied);
    }
  }
  return (
    <section class="stack secret" aria-labelledby={title}>
      <h3 id={title}>{words.title}</h3>
      <p>{words.text}</p>
      <input
        ref={field}
        aria-labelledby={title}
        value={value}
        readOnly
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      {children?.(current)}
      <div class="buttons">
        {/* Pages without TLS have no clipboard API. */}
        {navigator.clipboard !== undefined && (
          <button type="button" onClick={copy}>
            {allTexts.value.webhooks.copy}
          </button>
        )}
        <button type="button" class="primary" onClick={dismiss}>
          {words.stored}
        </button>
      </div>
    </section>
  );
}
