import { useState } from "preact/hooks";
import { dateIn } from "../../app/day.ts";
import { allTexts } from "../../app/language.ts";
import { formatShortWeekday } from "../../app/view-formats.ts";
import { TextField } from "../../forms/fields.tsx";
import type { Form as FormState } from "../../forms/use-form.ts";
import type { DetailFields } from "./order-fields.ts";

const SATURDAY = 6;

/** When the pet is picked up: one of the next days, or any moment. A day without a time is its midnight. */
export function PickUpField({ form }: { readonly form: FormState<DetailFields> }) {
  const { orders: words } = allTexts.value;
  const [isOther, setOther] = useState(false);
  const { shipDate } = form.typed;
  const days = nextDays();
  const isOneOf = days.some(({ at }) => at === shipDate);
  const isAsked = form.conflictAt("shipDate") !== undefined || form.errors["shipDate"] !== undefined;
  const isShown = isOther || isAsked || (shipDate !== "" && !isOneOf);
  return (
    <fieldset class="field">
      <legend class="field-title">{words.shipDate}</legend>
      <div class="chips">
        {days.map(({ at, text }) => (
          <button
            key={at}
            type="button"
            class="chip"
            aria-pressed={at === shipDate && !isOther}
            onClick={() => {
              setOther(false);
              form.change({ shipDate: at === shipDate ? "" : at });
            }}
          >
            {text}
          </button>
        ))}
        <button type="button" class="chip" aria-pressed={isShown} onClick={() => setOther(!isShown)}>
          {words.otherDay}
        </button>
      </div>
      {isShown && <TextField form={form} name="shipDate" label={words.dayAndTime} type="datetime-local" />}
    </fieldset>
  );
}

/** Today, tomorrow and the next Saturday, each as the field has it. */
function nextDays(): readonly { readonly at: string; readonly text: string }[] {
  const { groups, tomorrow } = allTexts.value.orders;
  const saturday = (SATURDAY - new Date(dateIn(0)).getUTCDay() + 7) % 7;
  const midnightIn = (days: number) => `${dateIn(days)}T00:00`;
  return [
    { at: midnightIn(0), text: groups.today },
    { at: midnightIn(1), text: tomorrow },
    ...(saturday < 2 ? [] : [{ at: midnightIn(saturday), text: formatShortWeekday(dateIn(saturday)) }]),
  ];
}
