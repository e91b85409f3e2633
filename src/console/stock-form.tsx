import { useState } from "preact/hooks";
import type { Pet } from "../client/index.ts";
import { Conflict } from "./conflict.tsx";
import { type Draft, useDraft } from "./drafts.ts";
import { Field } from "./field.tsx";
import { formatNumber, texts } from "./language.ts";
import { changeStock, setStock } from "./stock-changes.ts";
import { useSubmission } from "./submission.ts";

/** What happened to the stock, in the order of their buttons. */
const kinds = ["arrival", "return", "count"] as const;

/** The draft of the form, as typed. */
interface StockFields {
  readonly kind: (typeof kinds)[number];
  readonly amount: string;
  readonly note: string;
  /** The stock that the person saw when they began to type. */
  readonly seen: number;
}

interface StockFormProps {
  readonly pet: Pet;
  /** The stock there is. */
  readonly quantity: number;
}

/** Records an arrival, a return or a count, with a note. */
export function StockForm({ pet, quantity }: StockFormProps) {
  const { stock: words } = texts.value;
  const draft = useDraft<StockFields>(`stock-${pet.id}`, {
    base: { kind: "arrival", amount: "", note: "", seen: quantity },
  });
  const { kind, amount, note, seen } = draft.typed;
  const [theirs, setTheirs] = useState<number>();
  const { form, isBusy, errors, text, refuse, submit } = useSubmission(["delta", "quantity", "note"]);

  async function send(from = seen) {
    const given = note === "" ? undefined : note;
    if (kind !== "count") {
      await changeStock(pet.id, { delta: Number(amount), reason: kind, note: given }, draft.key());
    } else {
      const entry = await setStock(pet.id, { quantity: Number(amount), from, note: given });
      const isConflict = entry.quantity !== Number(amount);
      setTheirs(isConflict ? entry.quantity : undefined);
      if (isConflict) return;
    }
    draft.settle();
  }
  function decide(chosen: number, isMine: boolean) {
    setTheirs(undefined);
    if (isMine) submit(() => send(chosen));
    else draft.drop();
  }
  function onSubmit(event: Event) {
    event.preventDefault();
    const isAmount = /^\d{1,12}$/.test(amount.trim()) && (kind === "count" || Number(amount) > 0);
    if (isAmount) submit(send);
    else refuse({ quantity: words.amountInvalid[kind] });
  }
  return (
    <form ref={form} noValidate class="stock-form" onSubmit={onSubmit}>
      <Kinds chosen={kind} choose={(next) => draft.change({ kind: next })} />
      <AmountField draft={draft} stock={quantity} error={errors["delta"] ?? errors["quantity"]} />
      {kind === "return" && pet.status === "sold" && <p class="hint">{words.soldHint}</p>}
      {theirs !== undefined && (
        <Conflict
          text={words.conflict(formatNumber(theirs), formatNumber(Number(amount)))}
          keep={{ label: words.keep(formatNumber(theirs)), choose: () => decide(theirs, false) }}
          set={{ label: words.set(formatNumber(Number(amount))), choose: () => decide(theirs, true) }}
        />
      )}
      {draft.isChanged && <NoteField draft={draft} error={errors["note"]} />}
      <p class="field-error" role="alert">
        {text}
      </p>
      {draft.isChanged && (
        <div class="buttons">
          <button type="button" onClick={draft.drop}>
            {texts.value.common.discard}
          </button>
          <button type="submit" class="primary" disabled={isBusy || theirs !== undefined}>
            {words.actions[kind]}
          </button>
        </div>
      )}
    </form>
  );
}

interface KindsProps {
  readonly chosen: StockFields["kind"];
  readonly choose: (kind: StockFields["kind"]) => void;
}

function Kinds({ chosen, choose }: KindsProps) {
  const { stock: words } = texts.value;
  return (
    <fieldset class="segments">
      <legend class="visually-hidden">{words.kind}</legend>
      {kinds.map((kind) => (
        <label key={kind}>
          <input type="radio" name="stock-kind" value={kind} checked={kind === chosen} onChange={() => choose(kind)} />
          <span>{words.kinds[kind]}</span>
        </label>
      ))}
    </fieldset>
  );
}

interface FieldProps {
  readonly draft: Draft<StockFields>;
  readonly error: string | undefined;
}

function AmountField({ draft, stock, error }: FieldProps & { readonly stock: number }) {
  const { stock: words } = texts.value;
  const { kind, amount } = draft.typed;
  const after = kind === "count" ? Number(amount) : stock + Number(amount);
  const isNumber = /^\d{1,12}$/.test(amount.trim());
  const hint = isNumber ? words.preview(formatNumber(stock), formatNumber(after)) : undefined;
  return (
    <Field label={words.amounts[kind]} hint={hint} error={error}>
      {(control) => (
        <input
          {...control}
          name="amount"
          inputMode="numeric"
          autocomplete="off"
          value={amount}
          onInput={({ currentTarget: { value } }) =>
            // A count is compared with the stock that the person saw first.
            draft.change({ amount: value, ...(amount === "" && { seen: stock }) })
          }
        />
      )}
    </Field>
  );
}

function NoteField({ draft, error }: FieldProps) {
  const { stock: words } = texts.value;
  return (
    <Field label={words.note} hint={words.noteHint} error={error}>
      {(control) => (
        <input
          {...control}
          name="stock-note"
          dir="auto"
          autocomplete="off"
          value={draft.typed.note}
          onInput={({ currentTarget }) => draft.change({ note: currentTarget.value })}
        />
      )}
    </Field>
  );
}
