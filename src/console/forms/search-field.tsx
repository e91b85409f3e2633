import { useEffect, useRef, useState } from "preact/hooks";
import { onShortcut } from "../app/focus.ts";
import { useRested } from "./combo-box.tsx";

interface SearchFieldProps {
  readonly label: string;
  /** What the address searches for. */
  readonly text: string;
  /** Searches for what has rested. */
  readonly search: (text: string) => void;
}

/** A search that follows while a person types. */
export function SearchField({ label, text, search }: SearchFieldProps) {
  const [typed, setTyped] = useState(text);
  const rested = useRested(typed);
  const input = useRef<HTMLInputElement>(null);
  const searched = useRef(text);
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
  useEffect(() => onShortcut("/", () => input.current?.focus()), []);
  return (
    <search>
      <input
        ref={input}
        type="search"
        aria-label={label}
        placeholder={label}
        aria-keyshortcuts="/"
        autocomplete="off"
        value={typed}
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
      />
    </search>
  );
}
