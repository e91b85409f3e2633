/* The frame of every list: tiles or a table, with what is shown while, instead and after it. */
import { hasCode } from "../app/failure.ts";
import { formatNumber, texts } from "../app/language.ts";
import { navigate, pagesBefore } from "../app/routes.ts";
import { Gallery, type ListProps, Table } from "./rows.tsx";
import { FailureState, Skeleton } from "./states.tsx";

/** A list. */
export function List<Item extends { readonly id: bigint }>(props: ListProps<Item>) {
  const { page, cursor, hrefAt, children } = props;
  const { data, error, isLoading, isCurrent, reload } = page;
  const { common } = texts.value;
  const count = data === undefined || !isCurrent ? 0 : data.newcomers.size + data.imported;
  const isBadCursor = hasCode(error, "invalid_cursor");
  return (
    <>
      {count > 0 && (
        <button type="button" class="newcomers" onClick={props.showNewcomers}>
          {props.newcomers(count, formatNumber(count))}
        </button>
      )}
      {error !== undefined && (
        <FailureState error={error} retry={reload}>
          {isBadCursor && <a href={hrefAt(undefined)}>{common.firstPage}</a>}
        </FailureState>
      )}
      {data === undefined && error === undefined && <Skeleton lines={12} />}
      {data !== undefined && data.rows.length === 0 && (isCurrent ? children : <Skeleton lines={12} />)}
      {data !== undefined && data.rows.length > 0 && (
        <div class={isCurrent ? "results" : "results loading"} aria-busy={isLoading}>
          {props.tile === undefined ? <Table {...props} rows={data.rows} /> : <Gallery {...props} rows={data.rows} />}
          <Pager cursor={cursor} next={data.next} hrefAt={hrefAt} />
        </div>
      )}
    </>
  );
}

interface PagerProps {
  readonly cursor: string | undefined;
  readonly next: string | undefined;
  readonly hrefAt: (cursor: string | undefined) => string;
}

/** Leads to the next page and back. A list that fits on one page has none. */
function Pager({ cursor, next, hrefAt }: PagerProps) {
  const { common } = texts.value;
  const before = cursor === undefined ? [] : pagesBefore();
  if (next === undefined && cursor === undefined) return null;
  const go = (position: string | undefined, pages: readonly string[]) => {
    navigate(hrefAt(position), { pages });
    scrollTo({ top: 0 });
  };
  return (
    <nav class="row pager" aria-label={common.pages}>
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
