import { useEffect, useRef, useState } from "preact/hooks";
import { isComposing, keyFor, onKey } from "../app/keyboard/shortcut-keys.ts";
import { icons } from "../ui/icons.tsx";
import { focusRow } from "../ui/list/rows.tsx";

/** A pause after the last key before a search starts, in milliseconds. */
const PAUSE_MS = 120;

/** A text that has rested for a moment. */
export function useRested(text: string): string {
  const [rested, setRested] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return rested;
}

interface SearchFieldProps {
  readonly label: string;
  /** What may be typed, if the label does not say it. */
  readonly hint?: string;
  /** What the address searches for. */
  readonly text: string;
  /** Searches for what has rested. */
  readonly search: (text: string) => void;
  /** Whether the list is that of the search. If this is known, the arrow key and Enter lead into the list. */
  readonly isListed?: boolean;
}

/** A search that follows while a person types. */
export function SearchField({ label, hint = label, text, search, isListed }: SearchFieldProps) {
  const [typed, setTyped] = useState(text);
  const rested = useRested(typed);
  const input = useRef<HTMLInputElement>(null);
  const searched = useRef(text);
  const isEntering = useRef(false);
  // After Back or a link, the address has another text than was searched for. What is typed meanwhile stays.
  useEffect(() => {
    if (text === searched.current) return;
    searched.current = text;
    setTyped(text);
  }, [text]);
  useEffect(() => {
    if (rested === searched.current || rested !== typed) return;
    searched.current = rested;
    search(rested);
  }, [rested, typed]);
  useEffect(() => onKey("search", () => input.current?.focus()), []);
  const isSettled = typed === text && isListed === true;
  // Enter right after the last letter waits for what that finds.
  useEffect(() => {
    if (!isEntering.current || !isSettled) return;
    isEntering.current = false;
    focusRow(0);
  }, [isSettled]);
  return (
    <search>
      {icons.search}
      <input
        ref={input}
        type="search"
        aria-label={label}
        placeholder={hint}
        {...keyFor("search", label)}
        autocomplete="off"
        value={typed}
        onInput={({ currentTarget }) => {
          isEntering.current = false;
          setTyped(currentTarget.value);
        }}
        onKeyDown={(event) => {
          if (isComposing(event) || isListed === undefined || (event.key !== "ArrowDown" && event.key !== "Enter"))
            return;
          event.preventDefault();
          if (isSettled) focusRow(0);
          else isEntering.current = true;
        }}
      />
    </search>
  );
}
