/* Returns a complete order: the refund, and whether the pet is back in stock. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { Order, OrderReturnInput } from "../../../../client/index.ts";
import { allTexts, formatNumber } from "../../../app/formats/language.ts";
import { formatMoney } from "../../../app/formats/money-text.ts";
import { announce, inform } from "../../../app/notices.ts";
import { hrefOf, route } from "../../../app/routes.ts";
import { petstore } from "../../../app/session/session.ts";
import { publish } from "../../../data/events/changes.ts";
import { loadPets, orderedPet } from "../../../data/pets/pet-names.ts";
import { hasDraft } from "../../../forms/draft.ts";
import { NumberField, SelectField, TextField } from "../../../forms/fields.tsx";
import { Form } from "../../../forms/form.tsx";
import {
  AmountField,
  checkPrice,
  currencyOptions,
  type PriceFields,
  priceFields,
  priceOf,
} from "../../../forms/price-fields.tsx";
import { type Form as FormState, useForm } from "../../../forms/use-form.ts";
import { Dialog } from "../../../ui/panels/dialog.tsx";
import { ReturnEffect } from "../form/order-effect.tsx";

type ReturnFields = PriceFields & {
  readonly quantity: string;
  readonly note: string;
  readonly restock: "yes" | "no";
};

/** The name of a return's draft. */
const returnDraft = (id: bigint) => `order-return-${id}`;

/**
 * The dialog of a return. Opens by itself if there is a draft: after a reload, or when the person comes back to the
 * order.
 */
export function useReturn(order: Order) {
  const [isReturning, setReturning] = useState(false);
  useEffect(() => {
    if (hasDraft(returnDraft(order.id))) setReturning(true);
  }, [route.value]);
  // Stays open when the event of this return precedes its response.
  const dialog = isReturning && <ReturnDialog order={order} close={() => setReturning(false)} />;
  return { open: () => setReturning(true), dialog };
}

interface ReturnDialogProps {
  readonly order: Order;
  readonly close: () => void;
}

/** The dialog. Warns that a return cannot be undone. */
function ReturnDialog({ order: now, close }: ReturnDialogProps) {
  const { orders: words } = allTexts.value;
  // The event may arrive although the response is lost; the form keeps the order as it was before the return.
  const [order] = useState(now);
  const { id, petId, price } = order;
  const left = leftOf(order);
  const form = useForm<ReturnFields, Order>({
    name: returnDraft(id),
    version: { fields: { quantity: `${left}`, ...priceFields(refundFor(order, left)), note: "", restock: "yes" } },
    describe: () => ({ title: words.takeBackTitle(orderedPet(order)), href: hrefOf("orders", id) }),
    companions: ["currency"],
    aliases: { "refund.amount": "price", "refund.currency": "currency", refund: "price" },
    check: (typed) => ({
      ...checkPrice(typed),
      quantity: quantityIn(typed, left) === undefined ? words.returnQuantityInvalid(formatNumber(left)) : undefined,
      note: needsNote(order, typed) ? words.refundNote : undefined,
    }),
    async send({ typed, changed, result, idempotencyKey }) {
      if (result !== undefined) return changeAfterwards(result, typed, changed, idempotencyKey);
      const data = await petstore().orders.return(id, returnOf(typed), { idempotencyKey });
      publish({ type: "order.returned", data, source: "here" });
      return data;
    },
    done() {
      loadPets([petId]);
      announce(words.returned(orderedPet(order), id));
      close();
    },
  });
  useRefundOfSome(form, order);
  const isBack = form.typed.restock === "yes";
  const hint = price === undefined ? words.refundHintNone : words.refundHint(formatMoney(price));
  return (
    <Dialog title={words.takeBackTitle(orderedPet(order))} close={close}>
      <p>{words.takeBackText}</p>
      <Form form={form} action={words.takeBack} hasFocus cancel={close}>
        {left > 1 && <NumberField form={form} name="quantity" label={words.returnQuantity(formatNumber(left))} />}
        <AmountField form={form as unknown as FormState<PriceFields>} label={words.refund} hint={hint} />
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
        {isBack && <ReturnEffect petId={petId} quantity={quantityIn(form.typed, left) ?? left} />}
      </Form>
    </Dialog>
  );
}

/** How many are not returned yet. If all are, the size of the last return, whose response may be lost. */
function leftOf({ quantity, returns = [] }: Order): number {
  return returns.reduce((left, one) => left - one.quantity, quantity) || (returns.at(-1)?.quantity ?? quantity);
}

/** The typed quantity; undefined if it is not valid. */
function quantityIn({ quantity }: ReturnFields, left: number): number | undefined {
  const typed = /^\d{1,10}$/.test(quantity.trim()) ? Number(quantity) : 0;
  return typed >= 1 && typed <= left ? typed : undefined;
}

/** The share of this quantity in the amount not yet refunded. */
function refundFor(order: Order, quantity: number): Order["price"] {
  const { price, refund } = order;
  const rest = price && price.amount - (refund?.amount ?? 0n);
  if (rest === undefined || rest < 0n) return price && { ...price, amount: 0n };
  return price && { ...price, amount: (rest * BigInt(quantity)) / BigInt(leftOf(order)) };
}

/** Keeps the refund in step with the quantity, unless it was edited. */
function useRefundOfSome(form: FormState<ReturnFields>, order: Order): void {
  const quantity = quantityIn(form.typed, leftOf(order));
  const before = useRef(quantity);
  useEffect(() => {
    if (quantity === undefined) return;
    const isSuggested = form.typed.price === priceFields(refundFor(order, before.current ?? quantity)).price;
    before.current = quantity;
    const { price } = priceFields(refundFor(order, quantity));
    if (isSuggested && price !== form.typed.price) form.change({ price });
  }, [quantity]);
}

function needsNote({ price, refund }: Order, typed: ReturnFields): boolean {
  const paid = priceOf(typed);
  if (typed.note.trim() !== "" || paid === undefined) return false;
  return paid.amount + (refund?.amount ?? 0n) > (price?.amount ?? 0n);
}

function returnOf(typed: ReturnFields): OrderReturnInput {
  const note = typed.note.trim() || undefined;
  return { quantity: Number(typed.quantity), refund: priceOf(typed), restock: typed.restock === "yes", note };
}

/** A stored return is final: a reason typed after it was sent becomes a note on the order. */
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
