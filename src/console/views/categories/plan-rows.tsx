/* The care plan of a category in its form, one row per entry: what its pets need and at which age. */
import { useLayoutEffect, useRef } from "preact/hooks";
import { dueKinds, PLAN_MAX } from "../../../contract/limits.ts";
import { allTexts, formatNumber } from "../../app/formats/language.ts";
import { Conflict, SelectField, TextField } from "../../forms/fields.tsx";
import { itemForm } from "../../forms/item-form.ts";
import type { Form } from "../../forms/use-form.ts";
import { icons } from "../../ui/icons.tsx";
import { type EntryFields, emptyEntry, entriesIn, PLAN, type PlanField, planField, planText } from "./plan-fields.ts";

/** The entries and the button that adds one. A new entry takes the focus. */
export function PlanRows({ form }: { readonly form: Form<PlanField> }) {
  const { plan: words } = allTexts.value.care;
  const entries = entriesIn(form.typed);
  const rows = useRef<HTMLFieldSetElement>(null);
  const hasAdded = useRef(false);
  useLayoutEffect(() => {
    const fields = rows.current?.querySelectorAll<HTMLElement>(".plan-row input[name$='.what']");
    if (hasAdded.current) [...(fields ?? [])].at(-1)?.focus();
    hasAdded.current = false;
  }, [entries.length]);
  function add() {
    hasAdded.current = true;
    // Repeats the last entry without its age: vaccinations usually come in series.
    form.change((typed) => {
      const all = entriesIn(typed);
      const { kind, what, unit } = all.at(-1) ?? emptyEntry;
      return planField([...all, { ...emptyEntry, kind, what, unit }]);
    });
  }
  function remove(nth: number) {
    form.change((typed) => planField(entriesIn(typed).filter((_, at) => at !== nth)));
    rows.current?.querySelector<HTMLElement>(".add-entry")?.focus();
  }
  const conflict = form.conflictAt(PLAN);
  return (
    <fieldset ref={rows} class="stack">
      <legend class="field-title">{words.title}</legend>
      <p class="hint">{words.hint}</p>
      {entries.map((_, nth) => (
        <PlanRow
          key={nth}
          form={itemForm(form, { list: PLAN, nth, empty: emptyEntry })}
          nth={nth}
          remove={() => remove(nth)}
        />
      ))}
      {conflict !== undefined && <Conflict label={words.title} {...conflict} show={planText} />}
      {entries.length < PLAN_MAX && (
        <button type="button" class="soft add-entry" onClick={add}>
          {words.add}
        </button>
      )}
    </fieldset>
  );
}

interface PlanRowProps {
  readonly form: Form<EntryFields>;
  readonly nth: number;
  readonly remove: () => void;
}

function PlanRow({ form, nth, remove }: PlanRowProps) {
  const { care: words } = allTexts.value;
  const { plan } = words;
  const kinds = Object.fromEntries(dueKinds.map((kind) => [kind, words.kinds[kind]]));
  return (
    <fieldset class="plan-row">
      <legend class="visually-hidden">{plan.entry(formatNumber(nth + 1))}</legend>
      <TextField form={form} name="what" label={words.what} />
      <SelectField form={form} name="kind" label={words.kind} options={kinds} />
      <button
        type="button"
        class="quiet icon"
        aria-label={plan.remove(form.typed.what || plan.entry(formatNumber(nth + 1)))}
        onClick={remove}
      >
        {icons.close}
      </button>
      <TextField form={form} name="at" label={plan.at} />
      <SelectField form={form} name="unit" label={plan.unit} options={plan.units} />
      <TextField form={form} name="again" label={words.again} />
    </fieldset>
  );
}
