/* Protects the person who is typing from focus changes. */
import { useLayoutEffect, useRef } from "preact/hooks";
import { isTyping } from "../app/keyboard/shortcut-keys.ts";

/**
 * Tracks whether somebody is typing: then the focus never leaves the field, and a failed submit does not scroll to its
 * message.
 */
export function useHands(failure: unknown) {
  const element = useRef<HTMLFormElement>(null);
  const touched = useRef(new Set<string>());
  const hasTyped = useRef(false);
  useLayoutEffect(() => {
    if (failure === undefined || hasTyped.current) return;
    element.current?.querySelector('[role="alert"]')?.scrollIntoView({ block: "nearest" });
  }, [failure]);
  return {
    element,
    type(field: string) {
      touched.current.add(field);
      hasTyped.current = true;
    },
    isUntouched: (field: string) => !touched.current.has(field),
    /** Called on submit: the person has stopped typing and waits. */
    rest() {
      hasTyped.current = false;
    },
    focus(selector: string): boolean {
      const form = element.current;
      const active = document.activeElement;
      const isElsewhere = active !== null && !form?.contains(active) && isTyping({ target: active });
      const target = form?.querySelector<HTMLElement>(selector);
      if (hasTyped.current || isElsewhere || target == null) return false;
      target.focus();
      // The message is below the field.
      target.closest(".field")?.scrollIntoView({ block: "nearest" });
      return true;
    },
  };
}
