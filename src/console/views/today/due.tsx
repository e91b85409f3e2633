import type { Care } from "../../../client/index.ts";
import { allTexts } from "../../app/formats/language.ts";
import { hrefOf } from "../../app/routes.ts";
import { dueCount, today } from "../../data/care/care-data.ts";
import { DueRow } from "../../ui/shop/due-row.tsx";

/** How many fit above the rest of the page. */
const SHOWN = 5;

/** What is overdue or due today, earliest first. */
export function Due({ entries }: { readonly entries: readonly Care[] }) {
  const { care: words, today: texts } = allTexts.value;
  if (entries.length === 0) return null;
  const count = dueCount(entries);
  return (
    <section aria-labelledby="due">
      <h2 id="due">
        {words.due} <small>{count}</small>
      </h2>
      <ul class="stories">
        {entries.slice(0, SHOWN).map((care) => (
          <DueRow key={care.id} care={care} />
        ))}
      </ul>
      {entries.length > SHOWN && (
        <a class="button quiet" href={hrefOf("care", "", { until: today() })}>
          {texts.showAll(count)}
        </a>
      )}
    </section>
  );
}
