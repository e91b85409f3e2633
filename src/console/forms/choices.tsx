/* Fields with several inputs: checkboxes, and radio buttons styled as a switch or as chips. */
import { type ComponentChildren, Fragment } from "preact";
import { useId } from "preact/hooks";
import type { Fields } from "./draft.ts";
import { Conflict, type FieldProps } from "./fields.tsx";

interface ChoiceProps<F extends Fields> extends Omit<FieldProps<F>, "hint" | "show"> {
  readonly options: Readonly<Record<string, string>>;
}

interface GroupProps<F extends Fields> extends Omit<FieldProps<F>, "hint"> {
  readonly class: string;
  readonly children: (isInvalid: boolean) => ComponentChildren;
}

/** Inputs that share a name, hint and error. */
function FieldGroup<F extends Fields>({ form, name, label, show, class: kind, children }: GroupProps<F>) {
  const id = useId();
  const error = form.errors[name];
  const conflict = form.conflictAt(name);
  return (
    <fieldset class={kind} aria-describedby={error && id}>
      <legend>{label}</legend>
      {children(error !== undefined)}
      {error !== undefined && (
        <p class="field-error" id={id}>
          {error}
        </p>
      )}
      {conflict !== undefined && <Conflict label={label} {...conflict} show={show} />}
    </fieldset>
  );
}

interface ChecksProps<F extends Fields> extends ChoiceProps<F> {
  /** The option that means all, including options added later. */
  readonly all?: string;
}

/** The value of a checkbox field: the selected options in option order, separated by spaces. */
export function checkedText(values: readonly string[], options: object, all?: string): string {
  if (all !== undefined && values.includes(all)) return all;
  return Object.keys(options)
    .filter((option) => values.includes(option))
    .join(" ");
}

/** Any of several values, as checkboxes. */
export function ChecksField<F extends Fields>({ form, name, label, options, all }: ChecksProps<F>) {
  const chosen = (form.typed[name] ?? "").split(" ");
  const show = (text: string) =>
    text
      .split(" ")
      .map((value) => options[value])
      .join(", ");
  return (
    <FieldGroup form={form} name={name} label={label} show={show} class="webhook-types">
      {(isInvalid) =>
        Object.entries(options).map(([value, text]) => {
          const isImplied = all !== undefined && value !== all && chosen.includes(all);
          return (
            <Fragment key={value}>
              <label class="check">
                <input
                  type="checkbox"
                  checked={isImplied || chosen.includes(value)}
                  disabled={isImplied}
                  aria-invalid={isInvalid}
                  onChange={({ currentTarget: { checked } }) => {
                    const next = checked ? [...chosen, value] : chosen.filter((other) => other !== value);
                    form.type(name, checkedText(next, options, all));
                  }}
                />
                <span>{text}</span>
              </label>
              {value === all && <hr />}
            </Fragment>
          );
        })
      }
    </FieldGroup>
  );
}

/** One of a few visible values: radio buttons that look like one control. */
export function ChoiceField<F extends Fields>({ form, name, label, options }: ChoiceProps<F>) {
  const id = useId();
  return (
    <fieldset class="segments">
      <legend class="visually-hidden">{label}</legend>
      {Object.entries(options).map(([value, text]) => (
        <label key={value}>
          <input
            type="radio"
            name={id}
            value={value}
            checked={value === form.typed[name]}
            onChange={() => form.type(name, value)}
          />
          <span>{text}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** A chip and its value. */
interface ChipOption {
  readonly value: string;
  readonly text: ComponentChildren;
}

interface ChipsProps<F extends Fields> extends Omit<FieldProps<F>, "hint"> {
  readonly options: readonly ChipOption[];
  /** Beside the chips. */
  readonly children?: ComponentChildren;
}

/** One of many values, as chips: a tap or the arrow keys select. */
export function ChipsField<F extends Fields>({ options, children, ...field }: ChipsProps<F>) {
  const { form, name } = field;
  const id = useId();
  return (
    <FieldGroup {...field} class="field pick">
      {(isInvalid) => (
        <div class="chips">
          {options.map(({ value, text }) => (
            <label key={value} class="chip">
              <input
                type="radio"
                name={id}
                value={value}
                checked={value === form.typed[name]}
                aria-invalid={isInvalid}
                onChange={() => form.type(name, value)}
              />
              <bdi>{text}</bdi>
            </label>
          ))}
          {children}
        </div>
      )}
    </FieldGroup>
  );
}
