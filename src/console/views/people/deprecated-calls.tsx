import type { ApiKey } from "../../../client/index.ts";
import { SUNSETS } from "../../../client/operations.gen.ts";
import { allTexts, formatNumber, formatPlainDate } from "../../app/formats/language.ts";
import { formatRecentTime } from "../../app/formats/view-formats.ts";

/** The keys that still call deprecated operations, and the sunset dates. */
export function DeprecatedCalls({ keys }: { readonly keys: readonly ApiKey[] }) {
  const { people: words } = allTexts.value;
  const calls = keys.flatMap(({ id, name, deprecatedCalls }) => deprecatedCalls.map((call) => ({ id, name, ...call })));
  if (calls.length === 0) return null;
  return (
    <section class="people" aria-label={words.deprecated}>
      <h2>{words.deprecated}</h2>
      <p class="muted">{words.deprecatedText}</p>
      <ul>
        {calls.map(({ id, name, operation, count, lastAt }) => {
          const sunset = SUNSETS[operation];
          return (
            <li key={`${id} ${operation}`} class="event">
              <p>
                <bdi>{name}</bdi>: <code>{operation}</code>
                <small>
                  {words.calls(count, formatNumber(count), formatRecentTime(lastAt))}
                  {sunset !== undefined && ` · ${words.goes(formatPlainDate(sunset))}`}
                </small>
              </p>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
