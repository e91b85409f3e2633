import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";

/** The attributes that tie an input to its label, hint and error. */
export interface FieldControl {
  readonly id: string;
  readonly "aria-describedby": string | undefined;
  readonly "aria-invalid": boolean;
}

interface FieldProps {
  readonly label: string;
  readonly hint?: string | undefined;
  /** Why the service refuses what was typed. */
  readonly error?: string | undefined;
  readonly children: (control: FieldControl) => ComponentChildren;
}

/** A labelled input with room for a hint and an error below it. */
export function Field({ label, hint, error, children }: FieldProps) {
  const id = useId();
  const described = [hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`].filter(Boolean);
  const control = {
    id,
    "aria-describedby": described.length > 0 ? described.join(" ") : undefined,
    "aria-invalid": error !== undefined,
  };
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children(control)}
      {hint !== undefined && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error !== undefined && (
        <p class="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}
