import { useEffect, useRef, useState } from "preact/hooks";
import { isComposing, keyFor, onKey } from "../app/keyboard/shortcut-keys.ts";
import { icons } from "../ui/icons.tsx";
import { focusRow } from "../ui/list/rows.tsx";

/** The pause in typing before a search starts, in milliseconds. */
const PAUSE_MS = 120;

/** The text once typing has paused. */
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
  /** What can be typed, if the label does not say so. */
  readonly hint?: string;
  /** The search in the URL. */
  readonly text: string;
  /** Called with the text once typing has paused. */
  readonly search: (text: string) => void;
  /** Whether the list shows the results of this text. If defined, the down arrow and Enter move into the list. */
  readonly isListed?: boolean;
}

/** A field that searches as the person types. */
export function SearchField({ label, hint = label, text, search, isListed }: SearchFieldProps) {
  const [typed, setTyped] = useState(text);
  const rested = useRested(typed);
  const input = useRef<HTMLInputElement>(null);
  const searched = useRef(text);
  const isEntering = useRef(false);
  // After Back or a link, take over the text of the URL, unless the person has typed meanwhile.
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
  // Enter right after the last letter waits for its results.
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
