/* Takes the pet of a complete order back: what is paid back, and whether it is in the shop again. */
import type { Order, OrderReturn } from "../../../client/index.ts";
import { allTexts } from "../../app/language.ts";
import { formatMoney } from "../../app/money.ts";
import { announce, inform } from "../../app/notices.ts";
import { petstore } from "../../app/session.ts";
import { publish } from "../../data/changes.ts";
import { learnPets, orderedPet } from "../../data/pet-names.ts";
import { SelectField, TextField } from "../../forms/fields.tsx";
import { Form } from "../../forms/form.tsx";
import { checkPrice, currencyOptions, type PriceFields, priceFields, priceOf } from "../../forms/price-fields.tsx";
import { useForm } from "../../forms/use-form.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { ReturnEffect } from "./order-effect.tsx";

type ReturnFields = PriceFields & { readonly note: string; readonly restock: "yes" | "no" };

interface ReturnDialogProps {
  readonly order: Order;
  readonly close: () => void;
}

/** The dialog. It says beforehand that a return cannot be undone. */
export function ReturnDialog({ order, close }: ReturnDialogProps) {
  const { orders: words } = allTexts.value;
  const { id, petId, quantity, price } = order;
  const form = useForm<ReturnFields, Order>({
    name: `order-return-${id}`,
    version: { fields: { ...priceFields(price), note: "", restock: "yes" } },
    companions: ["currency"],
    aliases: { "refund.amount": "price", "refund.currency": "currency", refund: "price" },
    check: (typed) => ({ ...checkPrice(typed), note: needsNote(order, typed) ? words.refundNote : undefined }),
    async send({ typed, changed, result, idempotencyKey }) {
      if (result !== undefined) return changeAfterwards(result, typed, changed, idempotencyKey);
      const data = await petstore().orders.return(id, returnOf(typed), { idempotencyKey });
      publish({ type: "order.returned", data, source: "here" });
      return data;
    },
    done() {
      learnPets([petId]);
      announce(words.returned(orderedPet(order), id));
      close();
    },
  });
  const isBack = form.typed.restock === "yes";
  const hint = price === undefined ? words.refundHintNone : words.refundHint(formatMoney(price));
  return (
    <Dialog title={words.takeBackTitle(orderedPet(order))} close={close}>
      <p>{words.takeBackText}</p>
      <Form form={form} action={words.takeBack} hasFocus cancel={close}>
        <TextField form={form} name="price" label={words.refund} hint={hint} />
        {price === undefined && (
          <SelectField
            form={form}
            name="currency"
            label={allTexts.value.profile.currency}
            options={currencyOptions()}
          />
        )}
        <label class="check">
          <input
            type="checkbox"
            checked={isBack}
            onChange={({ currentTarget: { checked } }) => form.change({ restock: checked ? "yes" : "no" })}
          />
          <span>
            {words.restock}
            <small>{words.restockHint}</small>
          </span>
        </label>
        <TextField form={form} name="note" label={words.reason} rows={2} />
        {isBack && <ReturnEffect petId={petId} quantity={quantity} />}
      </Form>
    </Dialog>
  );
}

function needsNote({ price }: Order, typed: ReturnFields): boolean {
  const refund = priceOf(typed);
  return typed.note.trim() === "" && refund !== undefined && refund.amount > (price?.amount ?? 0n);
}

function returnOf(typed: ReturnFields): OrderReturn {
  const note = typed.note.trim() || undefined;
  return { refund: priceOf(typed), restock: typed.restock === "yes", note };
}

/** Nothing changes a return that is stored: a reason that was typed after it becomes a note of the order. */
async function changeAfterwards(
  order: Order,
  { note }: ReturnFields,
  changed: readonly string[],
  idempotencyKey: string,
): Promise<Order> {
  if (changed.some((name) => name !== "note")) inform(allTexts.value.orders.returnKept(orderedPet(order)));
  const lines = [order.note, note.trim()].filter(Boolean).join("\n");
  if (!changed.includes("note") || lines === "") return order;
  const data = await petstore().orders.update(order.id, { note: lines }, { idempotencyKey });
  publish({ type: "order.updated", data, source: "here" });
  return data;
}
