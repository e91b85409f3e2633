/* The frame of every list: tiles or a table, and its loading, empty, error and end states. */
import { hasCode } from "../../app/failure.ts";
import { formatNumber, texts } from "../../app/formats/language.ts";
import { lazyView } from "../lazy-view.tsx";
import { FailureState, Skeleton } from "../states.tsx";
import { Gallery, type ListProps, Table } from "./rows.tsx";

/** Below the rows, with its space reserved. */
const Pager = lazyView(
  async () => (await import("./pager.tsx")).Pager,
  () => <p class="pager" />,
);

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
          {(data.next !== undefined || cursor !== undefined) && (
            <Pager cursor={cursor} next={data.next} rows={data.rows.length} total={props.total} hrefAt={hrefAt} />
          )}
        </div>
      )}
    </>
  );
}
