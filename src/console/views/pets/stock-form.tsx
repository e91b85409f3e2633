import type { Pet } from "../../../client/index.ts";
import { allTexts, formatNumber } from "../../app/language.ts";
import { changeStock, readStock, setStock } from "../../data/stock.ts";
import { ChoiceField, NumberField, TextField } from "../../forms/fields.tsx";
import { Form } from "../../forms/form.tsx";
import { useForm } from "../../forms/use-form.ts";

/** What happened to the stock, and how many, as typed. */
type StockFields = { readonly [Name in "kind" | "amount" | "note"]: string };

type Kind = "arrival" | "return" | "count";

const isAmount = (text: string) => /^\d{1,12}$/.test(text.trim());

interface StockFormProps {
  readonly pet: Pet;
  /** The stock there is. */
  readonly quantity: number;
}

/** Records an arrival, a return or a count, with a note. A count is compared with the stock that the person has seen. */
export function StockForm({ pet, quantity }: StockFormProps) {
  const { stock: words } = allTexts.value;
  const form = useForm<StockFields>({
    name: `stock-${pet.id}`,
    version: { fields: { kind: "arrival", amount: "", note: "" }, tag: String(quantity) },
    companions: ["kind", "note"],
    about: "kind",
    aliases: { delta: "amount", quantity: "amount" },
    check: ({ kind, amount }) => ({
      amount:
        isAmount(amount) && (kind === "count" || Number(amount) > 0) ? undefined : words.amountInvalid[kind as Kind],
    }),
    async send({ typed, tag, idempotencyKey }) {
      const [amount, note] = [Number(typed.amount), typed.note || undefined];
      const { kind } = typed;
      if (kind === "count") await setStock(pet.id, { quantity: amount, seen: Number(tag), note }, idempotencyKey);
      else {
        const entry = { petId: pet.id, quantity, status: pet.status };
        const reason = kind === "return" ? "return" : "arrival";
        await changeStock(entry, { delta: amount, reason, note }, idempotencyKey);
      }
      return undefined;
    },
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
