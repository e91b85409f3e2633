import { texts } from "./language.ts";
import { navigate } from "./router.ts";

interface PagerProps {
  /** The position of the page; undefined for the first one. */
  readonly cursor: string | undefined;
  /** The position of the next page; undefined on the last one. */
  readonly next: string | undefined;
  /** The address of the page at a position. */
  readonly hrefAt: (cursor: string | undefined) => string;
}

/** The positions of the pages before this one. The browser keeps them with the address, over a reload too. */
function positionsBefore(): readonly string[] {
  const state: unknown = history.state;
  return Array.isArray(state) ? state : [];
}

/** Leads to the next page and back. A list that fits on one page has none. */
export function Pager({ cursor, next, hrefAt }: PagerProps) {
  const { common } = texts.value;
  const before = cursor === undefined ? [] : positionsBefore();
  if (next === undefined && cursor === undefined) return null;
  const go = (position: string | undefined, state: readonly string[]) => {
    navigate(hrefAt(position), { state });
    scrollTo({ top: 0 });
  };
  return (
    <nav class="pager" aria-label={common.pages}>
      <button
        type="button"
        disabled={cursor === undefined}
        onClick={() => go(before.at(-1) || undefined, before.slice(0, -1))}
      >
        {common.previous}
      </button>
      <button type="button" disabled={next === undefined} onClick={() => go(next, [...before, cursor ?? ""])}>
        {common.next}
      </button>
    </nav>
  );
}
