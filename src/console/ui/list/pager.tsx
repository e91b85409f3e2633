/* Paging through a list. */
import { allTexts, formatCount, formatNumber } from "../../app/formats/language.ts";
import { navigate, type PageBefore, pagesBefore } from "../../app/routes.ts";
import type { ListProps } from "./rows.tsx";

interface PagerProps {
  readonly cursor: string | undefined;
  readonly next: string | undefined;
  readonly rows: number;
  readonly total: ListProps<never>["total"];
  readonly hrefAt: (cursor: string | undefined) => string;
}

/** Links to the previous and next page, with the position of this one. */
export function Pager({ cursor, next, rows, total, hrefAt }: PagerProps) {
  const { common } = allTexts.value;
  const before = cursor === undefined ? [] : pagesBefore();
  const first = before.reduce((sum, page) => sum + page.rows, 1);
  const last = first + rows - 1;
  const go = (position: string | undefined, pages: readonly PageBefore[]) => {
    navigate(hrefAt(position), { pages });
    scrollTo({ top: 0 });
  };
  return (
    <nav class="row pager" aria-label={common.pages}>
      <button
        type="button"
        disabled={cursor === undefined}
        onClick={() => go(before.at(-1)?.cursor || undefined, before.slice(0, -1))}
      >
        {common.previous}
      </button>
      {/* A cursor in the URL does not tell how many rows precede it. */}
      {(cursor === undefined || before.length > 0) && (
        <span>{positionText(first, last, next === undefined ? { count: last, capped: false } : total)}</span>
      )}
      <button
        type="button"
        disabled={next === undefined}
        onClick={() => go(next, [...before, { cursor: cursor ?? "", rows }])}
      >
        {common.next}
      </button>
    </nav>
  );
}

/** "51–100 of 5,000". Omits a total that is below the end of the page. */
function positionText(first: number, last: number, total: ListProps<never>["total"]): string {
  const range = `${formatNumber(first)}–${formatNumber(last)}`;
  return total === undefined || total.count < last ? range : allTexts.value.list.position(range, formatCount(total));
}
