import { useLayoutEffect, useState } from "preact/hooks";
import { dateIn } from "../../../app/formats/day.ts";
import { allTexts } from "../../../app/formats/language.ts";
import { formatShortWeekday } from "../../../app/formats/view-formats.ts";
import { TextField } from "../../../forms/fields.tsx";
import type { Form as FormState } from "../../../forms/use-form.ts";
import type { DetailFields } from "./order-fields.ts";

const SATURDAY = 6;

/** The pick-up: one of the next days or another day, with an optional time. */
export function PickUpField({ form }: { readonly form: FormState<DetailFields> }) {
  const { orders: words } = allTexts.value;
  const [isOther, setOther] = useState(false);
  const { pickUpDay, pickUpTime } = form.typed;
  const days = nextDays();
  const isOneOf = pickUpTime === "" && days.some(({ day }) => day === pickUpDay);
  const names = ["pickUpDay", "pickUpTime"] as const;
  const isAsked = names.some((name) => form.conflictAt(name) !== undefined || form.errors[name] !== undefined);
  const isShown = isOther || isAsked || (!isOneOf && pickUpDay + pickUpTime !== "");
  useLayoutEffect(() => {
    if (isOther) form.element.current?.querySelector<HTMLElement>("[name=pickUpDay]")?.focus();
  }, [isOther]);
  return (
    <fieldset class="field">
      <legend class="field-title">{words.shipDate}</legend>
      <div class="chips">
        {days.map(({ day, text }) => (
          <button
            key={day}
            type="button"
            class="chip"
            aria-pressed={day === pickUpDay && isOneOf && !isOther}
            onClick={() => {
              setOther(false);
              form.change({ pickUpDay: day === pickUpDay && isOneOf ? "" : day, pickUpTime: "" });
            }}
          >
            {text}
          </button>
        ))}
        <button type="button" class="chip" aria-pressed={isShown} onClick={() => setOther(!isShown)}>
          {words.otherDay}
        </button>
      </div>
      {isShown && (
        <div class="field-pairs">
          <TextField form={form} name="pickUpDay" label={words.pickUpDay} type="date" />
          <TextField form={form} name="pickUpTime" label={words.pickUpTime} type="time" />
        </div>
      )}
    </fieldset>
  );
}

/** Today, tomorrow and the next Saturday. */
function nextDays(): readonly { readonly day: string; readonly text: string }[] {
  const { groups, tomorrow } = allTexts.value.orders;
  const saturday = (SATURDAY - new Date(dateIn(0)).getUTCDay() + 7) % 7;
  return [
    { day: dateIn(0), text: groups.today },
    { day: dateIn(1), text: tomorrow },
    ...(saturday < 2 ? [] : [{ day: dateIn(saturday), text: formatShortWeekday(dateIn(saturday)) }]),
  ];
}
