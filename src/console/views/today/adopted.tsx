import type { Sales } from "../../../client/index.ts";
import { dateIn, dateOf, todayStart } from "../../app/formats/day.ts";
import { allTexts, formatNumber } from "../../app/formats/language.ts";
import { formatDate, formatMonthName } from "../../app/formats/view-formats.ts";
import { hrefOf } from "../../app/routes.ts";
import { petstore } from "../../app/session/session.ts";
import { useResource } from "../../data/resource.ts";
import { FailureState } from "../../ui/states.tsx";

/** The running total of completed orders for each day of a month, up to a given day. */
function sumsOf(month: string, days: number, sales: readonly Sales[]): readonly number[] {
  let sum = 0;
  return Array.from({ length: days }, (_, index) => {
    const day = `${month}-${String(index + 1).padStart(2, "0")}`;
    for (const one of sales) if (one.day === day) sum += one.orders;
    return sum;
  });
}

/** Orders completed this month, compared with the same days of last month. */
export function Adopted() {
  const { today: words } = allTexts.value;
  const today = dateOf(todayStart.value);
  const month = today.slice(0, 7);
  const before = dateIn(-Number(today.slice(8))).slice(0, 7);
  const { data, error, reload } = useResource<readonly Sales[]>(`handed over from ${before} to ${today}`, {
    load: (signal) => petstore().reports.sales({ from: `${before}-01`, to: today, by: "day" }, { signal }),
    topic: "sales",
  });
  if (error !== undefined) return <FailureState error={error} retry={reload} />;
  const days = Number(today.slice(8));
  const [now, then] = [sumsOf(month, days, data ?? []), sumsOf(before, days, data ?? [])];
  const [count, earlier] = [formatNumber(now.at(-1) ?? 0), formatNumber(then.at(-1) ?? 0)];
  const compared = words.before(earlier, formatMonthName(`${before}-01`));
  return (
    <section class="card stack" aria-labelledby="adopted" aria-busy={data === undefined}>
      <h2 id="adopted">
        <a href={hrefOf("reports")}>{words.adopted}</a>
      </h2>
      <div class="stack">
        <p class="row figure-line">
          <strong class="figure">{count}</strong> <span class="muted">{compared}</span>
        </p>
        <Lines now={now} then={then} label={`${words.adopted}: ${count}. ${compared}`} />
        <p class="row between plot-ends">
          <span>{formatDate(`${month}-01`)}</span>
          <span>{words.today}</span>
        </p>
      </div>
    </section>
  );
}

const HEIGHT = 48;

interface LinesProps {
  readonly now: readonly number[];
  readonly then: readonly number[];
  readonly label: string;
}

/** Both months as lines, the earlier one dotted. */
function Lines({ now, then, label }: LinesProps) {
  const top = Math.max(1, ...now, ...then);
  const pathOf = (sums: readonly number[]) =>
    `M0 ${HEIGHT}${sums.map((sum, index) => `L${index + 1} ${HEIGHT * (1 - sum / top)}`).join("")}`;
  return (
    <svg
      class="sparkline"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${now.length} ${HEIGHT}`}
      preserveAspectRatio="none"
    >
      <path class="before" d={pathOf(then)} />
      <path d={pathOf(now)} />
    </svg>
  );
}
