/* A combobox: a field with a list of results, operable with arrow keys and Enter. */
import { type ComponentChildren, Fragment } from "preact";
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { isComposing } from "../app/keyboard/shortcut-keys.ts";
import { type Resource, useResource } from "../data/resource.ts";
import type { Control } from "./fields.tsx";
import { useRested } from "./search-field.tsx";

/** The results for a text. */
export interface Found<Item> extends Resource<readonly Item[]> {
  /** Whether the results are for the current text. */
  readonly isSettled: boolean;
}

/** Searches once typing pauses. */
export function useSearch<Item>(
  name: string,
  typed: string,
  search: (text: string, signal: AbortSignal) => Promise<readonly Item[]>,
): Found<Item> {
  const text = typed.trim();
  const rested = useRested(text);
  const resource = useResource<readonly Item[]>(`${name} ${rested}`, {
    load: async (signal) => (rested === "" ? [] : search(rested, signal)),
  });
  const isSettled = rested === text && !resource.isLoading && resource.isCurrent;
  return { ...resource, isSettled };
}

interface ComboBoxProps<Item> {
  /** Ties the input to its field. Without it, the input takes the focus when its dialog opens. */
  readonly control?: Control | undefined;
  /** The accessible name of the list, and of the input if no control names it. */
  readonly label: string;
  readonly typed: string;
  readonly change: (typed: string) => void;
  readonly items: readonly Item[];
  /** Whether the items are for the current text; Enter waits for that. */
  readonly isSettled: boolean;
  /** Whether Enter selects the first item. Suggestions for an empty text need an arrow key. */
  readonly isMarked?: boolean;
  /** `isOther` is true with Ctrl: the secondary action. */
  readonly choose: (item: Item, isOther: boolean) => void;
  /** The heading of consecutive items that share it. */
  readonly groupOf?: (item: Item) => string;
  readonly children: (item: Item) => ComponentChildren;
}

export function ComboBox<Item>(props: ComboBoxProps<Item>) {
  const { control, label, typed, change, items, isSettled, isMarked = true, choose, groupOf, children } = props;
  const first = isMarked ? 0 : -1;
  const [current, setCurrent] = useState<number>();
  const isWaiting = useRef(false);
  const list = useId();
  const input = useRef<HTMLInputElement>(null);
  const marked = Math.min(current ?? first, items.length - 1);
  const isOpen = items.length > 0;
  const item = items[marked];
  // Enter right after the last letter applies to its results.
  useEffect(() => {
    if (!isWaiting.current || !isSettled) return;
    isWaiting.current = false;
    if (item !== undefined) chooseIt(item, false);
    else input.current?.form?.requestSubmit();
  }, [isSettled, item]);

  function chooseIt(chosen: Item, isOther: boolean) {
    setCurrent(undefined);
    choose(chosen, isOther);
  }
  function onKeyDown(event: KeyboardEvent) {
    if (isComposing(event)) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === "Enter" && (typed.trim() !== "" || item !== undefined)) {
      if (!isSettled) isWaiting.current = true;
      else if (item !== undefined) chooseIt(item, event.ctrlKey || event.metaKey);
      // Without items, Enter submits the form as in other fields.
      else return;
    } else if (event.key === "Escape" && typed !== "") change("");
    else if (step !== undefined && isOpen)
      setCurrent((Math.max(marked, step === 1 ? -1 : 0) + step + items.length) % items.length);
    else return;
    event.preventDefault();
  }
  return (
    <div class="stack finder">
      <input
        {...control}
        ref={input}
        type="text"
        role="combobox"
        dir="auto"
        autocomplete="off"
        autofocus={control === undefined}
        aria-label={control === undefined ? label : undefined}
        aria-expanded={isOpen}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={item === undefined ? undefined : `${list}-${marked}`}
        value={typed}
        onInput={({ currentTarget }) => {
          setCurrent(undefined);
          isWaiting.current = false;
          change(currentTarget.value);
        }}
        onKeyDown={onKeyDown}
      />
      {/* Keep the focus in the input when an item is pressed. */}
      <div role="listbox" id={list} aria-label={label} hidden={!isOpen} onMouseDown={(event) => event.preventDefault()}>
        {items.map((option, index) => {
          const group = groupOf?.(option) ?? "";
          const before = items[index - 1];
          const isFirst = group !== "" && (before === undefined || groupOf?.(before) !== group);
          return (
            <Fragment key={index}>
              {isFirst && (
                <p class="finder-group" aria-hidden="true">
                  {group}
                </p>
              )}
              {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keys belong to the field, which has the focus */}
              {/* biome-ignore lint/a11y/useFocusableInteractive: aria-activedescendant marks it */}
              <div
                role="option"
                id={`${list}-${index}`}
                aria-selected={index === marked}
                onClick={(event) => chooseIt(option, event.ctrlKey || event.metaKey)}
              >
                {children(option)}
              </div>
            </Fragment>
          );
        })}
      </div>
    </div>
  );
}
