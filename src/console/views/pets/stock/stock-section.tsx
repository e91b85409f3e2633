import { useState } from "preact/hooks";
import type { InventoryEntry, Pet } from "../../../../client/index.ts";
import { allTexts, formatNumber } from "../../../app/formats/language.ts";
import { attempt } from "../../../app/notices.ts";
import { hrefOf } from "../../../app/routes.ts";
import { can } from "../../../app/session/session.ts";
import {
  addStock,
  changeStock,
  type RecordedStock,
  readStock,
  setStock,
  takeStockBack,
  useStock,
} from "../../../data/pets/stock-data.ts";
import { ChoiceField } from "../../../forms/choices.tsx";
import { hasDraft } from "../../../forms/draft.ts";
import { NumberField, TextField } from "../../../forms/fields.tsx";
import { Form } from "../../../forms/form.tsx";
import { useForm } from "../../../forms/use-form.ts";
import { Loaded } from "../../../ui/loaded.tsx";

interface StockProps {
  readonly pet: Pet;
}

/** The stock of a pet. For a single animal, the controls are behind a summary. */
export function StockSection({ pet }: StockProps) {
  const stock = useStock(pet.id);
  return (
    <section aria-label={allTexts.value.pets.stock}>
      <Loaded resource={stock} lines={1}>
        {(entry) => <StockOf key={pet.id} pet={pet} entry={entry} />}
      </Loaded>
    </section>
  );
}

interface StockOfProps extends StockProps {
  readonly entry: InventoryEntry;
}

function StockOf({ pet, entry }: StockOfProps) {
  const { stock: words } = allTexts.value;
  const canChange = can("inventory:write");
  // Fixed when the panel opens, so that a pressed button does not move when one animal becomes two.
  const [isGroup] = useState(entry.quantity > 1);
  const [isOpen] = useState(() => hasDraft(stockDraft(pet.id)));
  const steps = (
    <div class="row wrap between stock-count">
      <StockSteps entry={entry} />
    </div>
  );
  if (!canChange) return steps;
  return (
    <>
      {isGroup && steps}
      <details open={isOpen}>
        <summary>{isGroup ? words.record : words.one(formatNumber(entry.quantity))}</summary>
        {!isGroup && steps}
        <StockForm pet={pet} quantity={entry.quantity} />
      </details>
    </>
  );
}

/** Adds or removes one. The number updates at once, and every click counts. */
function StockSteps({ entry }: { readonly entry: InventoryEntry }) {
  const { stock: words, pets } = allTexts.value;
  const count = <strong>{formatNumber(entry.quantity)}</strong>;
  if (!can("inventory:write")) {
    return (
      <p>
        {pets.stock} {count}
      </p>
    );
  }
  function step(delta: number) {
    if (entry.quantity + delta >= 0) attempt(() => changeStock(entry, { delta, reason: "adjustment" }));
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend
    <div class="row steps" role="group" aria-label={pets.stock}>
      <button
        type="button"
        class="icon"
        aria-label={words.less}
        aria-disabled={entry.quantity <= 0}
        onClick={() => step(-1)}
      >
        −
      </button>
      {count}
      <button type="button" class="icon" aria-label={words.more} onClick={() => step(1)}>
        +
      </button>
    </div>
  );
}

type StockFields = { readonly [Name in "kind" | "amount" | "note"]: string };

type Kind = "arrival" | "return" | "count";

const isAmount = (text: string) => /^\d{1,12}$/.test(text.trim());

const stockDraft = (id: bigint) => `stock-${id}`;

interface StockFormProps {
  readonly pet: Pet;
  readonly quantity: number;
}

/** Records an arrival, a return or a count, with a note. A count is relative to the stock that the person saw. */
function StockForm({ pet, quantity }: StockFormProps) {
  const { stock: words, pets } = allTexts.value;
  const form = useForm<StockFields, RecordedStock>({
    name: stockDraft(pet.id),
    version: { fields: { kind: "arrival", amount: "", note: "" }, tag: String(quantity) },
    companions: ["kind", "note"],
    about: "kind",
    describe: () => ({ title: `${pet.name}: ${pets.stock}`, href: hrefOf("pets", pet.id) }),
    aliases: { delta: "amount", quantity: "amount" },
    check: ({ kind, amount }) => ({
      amount:
        isAmount(amount) && (kind === "count" || Number(amount) > 0) ? undefined : words.amountInvalid[kind as Kind],
    }),
    async send({ typed: { kind, amount, note }, tag, result, idempotencyKey: key }) {
      const [quantity, was] = [Number(amount), Number(tag)];
      // The reason and note of a stock change are final, so undo the earlier one first.
      const seen = result === undefined ? was : await takeStockBack(pet.id, result, was, `${key}-back`);
      const said = { note: note || undefined };
      if (kind === "count") return setStock(pet.id, { quantity, seen, ...said }, key);
      const entry = { petId: pet.id, quantity: seen, status: pet.status };
      return addStock(entry, { delta: quantity, reason: kind === "return" ? "return" : "arrival", ...said }, key);
    },
    done: ({ tell }) => tell(),
    async read(typed) {
      const now = String((await readStock(pet.id)).quantity);
      return { fields: { ...typed, amount: now }, tag: now };
    },
  });
  const kind = form.typed.kind as Kind;
  const amount = Number(form.typed.amount);
  const after = kind === "count" ? amount : quantity + amount;
  const preview = isAmount(form.typed.amount) && words.preview(formatNumber(quantity), formatNumber(after));
  const show = (value: string) => (isAmount(value) ? formatNumber(Number(value)) : value);
  return (
    <Form form={form} action={words.actions[kind]} isQuiet>
      <ChoiceField form={form} name="kind" label={words.kind} options={words.kinds} />
      <NumberField form={form} name="amount" label={words.amounts[kind]} hint={preview} show={show} />
      {kind === "return" && pet.status === "sold" && <p class="hint">{words.soldHint}</p>}
      {form.isDraft && <TextField form={form} name="note" label={words.note} hint={words.noteHint} />}
    </Form>
  );
}
