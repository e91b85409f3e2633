/* Form fields with their hint, error and conflict. */
import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import { allTexts } from "../app/formats/language.ts";
import type { Fields } from "./draft.ts";
import type { FieldConflict, Form } from "./use-form.ts";

/** Attributes that tie an input to its label, hint and error. */
export interface Control {
  readonly id: string;
  readonly "aria-describedby": string | undefined;
  readonly "aria-invalid": boolean;
}

interface FieldFrameProps {
  readonly label: string;
  readonly hint?: ComponentChildren;
  readonly error?: string | undefined;
  readonly conflict?: FieldConflict | undefined;
  /** Formats a value for people. */
  readonly show?: ((value: string) => string) | undefined;
  readonly children: (control: Control) => ComponentChildren;
}

/** A labelled input with its hint, error and conflict. */
export function FieldFrame({ label, hint, error, conflict, show, children }: FieldFrameProps) {
  const id = useId();
  const described = [Boolean(hint) && `${id}-hint`, error !== undefined && `${id}-error`].filter(Boolean);
  const control = {
    id,
    "aria-describedby": described.length > 0 ? described.join(" ") : undefined,
    "aria-invalid": error !== undefined,
  };
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children(control)}
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error !== undefined && (
        <p class="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
      {conflict !== undefined && <Conflict label={label} {...conflict} show={show} />}
    </div>
  );
}

interface ConflictProps extends FieldConflict {
  readonly label: string;
  readonly show?: ((value: string) => string) | undefined;
}

/** A conflict: both values and a choice between them. */
export function Conflict({ label, theirs, mine, decide, show = (value) => value }: ConflictProps) {
  const { conflict: words } = allTexts.value;
  const value = (text: string) => (text === "" ? words.nothing : show(text));
  return (
    <div class="notice" role="alert">
      <p>{words.text(label, value(theirs), value(mine))}</p>
      <div class="buttons">
        <button type="button" onClick={() => decide(false)}>
          {words.theirs(value(theirs))}
        </button>
        <button type="button" class="primary" onClick={() => decide(true)}>
          {words.mine(value(mine))}
        </button>
      </div>
    </div>
  );
}

/** The form and field, and the texts of the field. */
export interface FieldProps<F extends Fields> {
  readonly form: Form<F>;
  readonly name: keyof F & string;
  readonly label: string;
  readonly hint?: ComponentChildren;
  readonly show?: (value: string) => string;
}

interface BoundProps<F extends Fields> extends FieldProps<F> {
  readonly children: (control: Control & Bound) => ComponentChildren;
}

/** Attributes that tie an input to its form field. */
interface Bound {
  readonly name: string;
  readonly value: string;
  readonly onInput: (event: { readonly currentTarget: { readonly value: string } }) => void;
}

/** Connects an input to a form field. */
function BoundField<F extends Fields>({ form, name, label, hint, show, children }: BoundProps<F>) {
  const bound: Bound = {
    name: form.nameOf?.(name) ?? name,
    value: form.typed[name] ?? "",
    onInput: ({ currentTarget }) => form.type(name, currentTarget.value),
  };
  const error = form.errors[name];
  return (
    <FieldFrame label={label} hint={hint} error={error} conflict={form.conflictAt(name)} show={show}>
      {(control) => children({ ...control, ...bound })}
    </FieldFrame>
  );
}

interface TextFieldProps<F extends Fields> extends FieldProps<F> {
  readonly type?: "text" | "url" | "date" | "time";
  readonly rows?: number;
}

/** A text field. */
export function TextField<F extends Fields>({ type = "text", rows, ...field }: TextFieldProps<F>) {
  return (
    <BoundField {...field}>
      {(bound) =>
        rows === undefined ? (
          <Input {...bound} type={type} />
        ) : (
          <textarea {...bound} dir="auto" rows={rows} autocomplete="off" />
        )
      }
    </BoundField>
  );
}

function Input({ type, ...bound }: Control & Bound & { readonly type: TextFieldProps<Fields>["type"] }) {
  if (type === "url") return <input {...bound} type="url" spellcheck={false} autocomplete="off" />;
  if (type === "date" || type === "time") return <input {...bound} type={type} />;
  return <input {...bound} type="text" dir="auto" autocomplete="off" />;
}

/** An integer, as text: an input of type `number` would round an int64. */
export function NumberField<F extends Fields>(field: FieldProps<F>) {
  return <BoundField {...field}>{(bound) => <input {...bound} inputMode="numeric" autocomplete="off" />}</BoundField>;
}

/** One of a few values, as a drop-down. */
export function SelectField<F extends Fields>({
  options,
  ...field
}: FieldProps<F> & { readonly options: Readonly<Record<string, string>> }) {
  return (
    <BoundField {...field}>
      {(bound) => (
        <select {...bound}>
          {Object.entries(options).map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </BoundField>
  );
}
