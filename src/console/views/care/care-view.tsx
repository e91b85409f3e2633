/* What is due for all pets, by kind and day, with a printed list for the morning round. */
import { useState } from "preact/hooks";
import type { Care } from "../../../client/index.ts";
import { careKinds, dueKinds } from "../../../contract/limits.ts";
import { isDay } from "../../../contract/values/days.ts";
import { dateIn } from "../../app/formats/day.ts";
import { allTexts, formatPlainDate } from "../../app/formats/language.ts";
import { hrefOf, navigate, route } from "../../app/routes.ts";
import { dueCount, mayHaveMore, today, useDueCare } from "../../data/care/care-data.ts";
import { ViewHead } from "../../ui/list/list-view.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { DueRow } from "../../ui/shop/due-row.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { CalendarAddress, CalendarButton } from "./calendar-address.tsx";

/** How many days ahead the list can look. */
const AHEAD = [0, 7, 30] as const;

function kindOf(text: string | null): Care["kind"] | undefined {
  return careKinds.find((kind) => kind === text);
}

/** The list of what is due. Its filters are in the URL. */
export function CareView() {
  const { care: words, views } = allTexts.value;
  const { query } = route.value;
  const kind = kindOf(query.get("kind"));
  const given = query.get("until") ?? "";
  const until = isDay(given) ? given : "";
  const [pages, setPages] = useState(1);
  const due = useDueCare({ kind, until: until || undefined, pages });
  const go = (given: { readonly kind?: string; readonly until?: string }) =>
    navigate(hrefOf("care", "", { kind, until, ...given }), { isReplacing: true });
  return (
    <>
      <ViewHead title={views.care}>
        <span class="row wrap">
          <Filter label={words.kind} value={kind ?? ""} options={kinds()} choose={(text) => go({ kind: text })} />
          <Filter label={words.until} value={until} options={days(until)} choose={(text) => go({ until: text })} />
          <button type="button" class="quiet" onClick={() => print()}>
            {words.print}
          </button>
          <CalendarButton />
        </span>
      </ViewHead>
      <p class="on-paper">{[formatPlainDate(today()), kind && words.kinds[kind]].filter(Boolean).join(" · ")}</p>
      <CalendarAddress />
      <Loaded resource={due} lines={6}>
        {(entries) =>
          entries.length === 0 ? (
            <EmptyState title={words.nothing} />
          ) : (
            <>
              <p class="muted">{words.count(entries.length, dueCount(entries, pages))}</p>
              <ul class="stories care-list">
                {entries.map((care) => (
                  <DueRow key={care.id} care={care} />
                ))}
              </ul>
              {mayHaveMore(entries, pages) && (
                <button type="button" class="quiet" onClick={() => setPages(pages + 1)}>
                  {words.more}
                </button>
              )}
            </>
          )
        }
      </Loaded>
    </>
  );
}

interface FilterProps {
  readonly label: string;
  readonly value: string;
  readonly options: Readonly<Record<string, string>>;
  readonly choose: (value: string) => void;
}

function Filter({ label, value, options, choose }: FilterProps) {
  return (
    <select aria-label={label} value={value} onChange={({ currentTarget }) => choose(currentTarget.value)}>
      {Object.entries(options).map(([option, text]) => (
        <option key={option} value={option}>
          {text}
        </option>
      ))}
    </select>
  );
}

function kinds(): Readonly<Record<string, string>> {
  const { all, kinds: names } = allTexts.value.care;
  return { "": all, ...Object.fromEntries(dueKinds.map((kind) => [kind, names[kind]])) };
}

/** The days that the list can look ahead to, including the one in the URL. */
function days(until: string): Readonly<Record<string, string>> {
  const { everything, untilDay } = allTexts.value.care;
  const dates = AHEAD.map((ahead) => dateIn(ahead));
  const others = until === "" ? [] : [until];
  return {
    "": everything,
    ...Object.fromEntries([...dates, ...others].map((date) => [date, untilDay(formatPlainDate(date))])),
  };
}
