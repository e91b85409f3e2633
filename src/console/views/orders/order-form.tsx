import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { NewOrder, Order } from "../../../client/index.ts";
import { allTexts, formatNumber } from "../../app/language.ts";
import { formatPrice } from "../../app/money.ts";
import type { Reserving } from "../../app/reserving.ts";
import { hrefOf, readId } from "../../app/routes.ts";
import { can, petstore } from "../../app/session.ts";
import { unlessGone } from "../../data/command.ts";
import { knownPet, learnPets, petName } from "../../data/pet-names.ts";
import { useStock } from "../../data/stock.ts";
import type { Sending } from "../../forms/delivery.ts";
import { NumberField, TextField } from "../../forms/fields.tsx";
import { Form } from "../../forms/form.tsx";
import { checkPrice, PriceInputs, priceFields, priceOf } from "../../forms/price-fields.tsx";
import { type Form as FormState, useForm } from "../../forms/use-form.ts";
import { Skeleton } from "../../ui/states.tsx";
import { ContactField, CustomerField } from "./customer-fields.tsx";
import { updateDetails } from "./order-details.tsx";
import { Effect } from "./order-effect.tsx";
import { effectOf, obstacleTo } from "./order-effects.ts";
import { aliases, checkDetails, companions, type DetailFields, detailFields, newDetails } from "./order-fields.ts";
import { type ChoiceFields, PetChoice } from "./pet-choice.tsx";
import { PickUpField } from "./pick-up-field.tsx";

type Typed = DetailFields & ChoiceFields & { readonly quantity: string };

interface OrderFormProps extends Reserving {
  readonly placed: (order: Order) => void;
}

/** The fields as they are before anything is typed. The price is that of the pet. */
function fieldsFor({ petId, customer = "", contact = "" }: Reserving): Typed {
  const price = petId === undefined ? undefined : knownPet(petId)?.profile?.price;
  const details = { ...detailFields(), customer, contact, chosenContact: contact };
  return { search: "", petId: petId?.toString() ?? "", quantity: "1", ...details, ...priceFields(price) };
}

/**
 * Reserves a pet. What that will do to the stock and the status of the pet is shown while it is filled in. Each pet has a draft, so it
 * needs a `key`. It waits for the pet: what is typed before its price has come would be kept without one.
 */
export function OrderForm(props: OrderFormProps) {
  const { petId } = props;
  const [isRead, setRead] = useState(petId === undefined || knownPet(petId) !== undefined);
  useEffect(() => {
    if (!isRead && petId !== undefined) learnPets([petId]).then(() => setRead(true));
  }, []);
  return isRead ? <OrderFields {...props} /> : <Skeleton lines={4} />;
}

function OrderFields({ placed, ...known }: OrderFormProps) {
  const { orders: words } = allTexts.value;
  const form = useForm<Typed, Order>({
    name: ["order", known.petId, known.inquiry?.id].filter((part) => part !== undefined).join("-"),
    version: { fields: fieldsFor(known) },
    describe: (typed) => ({ title: titleOf(typed), href: placeOf(known) }),
    companions: [...companions, "currency"],
    aliases,
    check: (typed) => ({
      ...checkDetails(typed),
      ...checkPrice(typed),
      petId: readId(typed.petId) === undefined ? words.petMissing : undefined,
      quantity: quantityOf(typed) === undefined ? words.quantityInvalid : undefined,
    }),
    send: place,
    done: placed,
  });
  const details = form as unknown as FormState<DetailFields>;
  const id = readId(form.typed.petId);
  usePriceOfAll(form, id);
  const price = priceOf(form.typed);
  return (
    <Form form={form} action={price === undefined ? words.place : words.placeFor(formatPrice(price))} hasFocus>
      <PetChoice form={form as unknown as FormState<ChoiceFields>} />
      <CustomerField form={details} />
      <ContactField form={details} />
      <div class="field-pairs">
        <PriceInputs form={form} hint={words.priceHint} />
      </div>
      {id !== undefined && <Quantity form={form} petId={id} />}
      <PickUpField form={details} />
      <details open={form.typed.note !== ""}>
        <summary>{words.addNote}</summary>
        <TextField form={form} name="note" label={words.note} rows={2} />
      </details>
      {id !== undefined && can("inventory:read") && (
        <Preview key={id} petId={id} quantity={quantityOf(form.typed) ?? 1} />
      )}
    </Form>
  );
}

function titleOf({ customer, petId }: Typed): string {
  const { orders: words, pets } = allTexts.value;
  const id = readId(petId);
  return [id === undefined ? words.placeTitle : pets.reserveOf(petName(id)), customer].filter(Boolean).join(", ");
}

/** Where the sheet opens again. One that answers a question opens with that. */
function placeOf({ petId, inquiry }: Reserving): string {
  return inquiry === undefined ? hrefOf("orders", "new", { petId }) : hrefOf("today");
}

/** Places an order. One that was placed before is changed, or cancelled and placed again where it cannot be changed. */
async function place({ typed, changed, result, idempotencyKey }: Sending<Typed, Order>): Promise<Order> {
  const { orders } = petstore();
  if (result !== undefined && changed.every((name) => name in detailFields())) {
    return (await updateDetails(result.id, typed, changed, { idempotencyKey })).order;
  }
  if (result !== undefined) await unlessGone({ isRepeated: true }, orders.cancel(result.id));
  return orders.place(orderOf(typed), { idempotencyKey });
}

function orderOf(typed: Typed): NewOrder {
  const { petId, quantity } = typed;
  return { petId: BigInt(petId), quantity: Number(quantity), price: priceOf(typed), ...newDetails(typed) };
}

interface QuantityProps {
  readonly form: FormState<Typed>;
  readonly petId: bigint;
}

/** How many are typed; undefined for what is no quantity. */
function quantityOf({ quantity }: Typed): number | undefined {
  return /^0*[1-9]\d{0,9}$/.test(quantity.trim()) ? Number(quantity) : undefined;
}

/** What so many of a pet cost, as a form has it. */
function textFor(petId: bigint | undefined, quantity: number): string | undefined {
  const price = petId === undefined ? undefined : knownPet(petId)?.profile?.price;
  return price && priceFields({ ...price, amount: price.amount * BigInt(quantity) }).price;
}

/** The price follows the quantity, unless somebody has typed another one. */
function usePriceOfAll(form: FormState<Typed>, petId: bigint | undefined): void {
  const quantity = quantityOf(form.typed);
  const before = useRef(quantity ?? 1);
  useEffect(() => {
    if (quantity === undefined) return;
    const isOfPet = [1, before.current].some((count) => textFor(petId, count) === form.typed.price);
    before.current = quantity;
    const price = textFor(petId, quantity);
    if (isOfPet && price !== undefined && price !== form.typed.price) form.change({ price });
  }, [quantity, petId]);
}

/** How many, where there may be more than one. */
function Quantity({ form, petId }: QuantityProps) {
  const field = <NumberField form={form} name="quantity" label={allTexts.value.orders.quantity} />;
  return can("inventory:read") ? <KnownQuantity field={field} form={form} petId={petId} /> : field;
}

function KnownQuantity({ field, form, petId }: QuantityProps & { readonly field: ComponentChildren }) {
  const { data } = useStock(petId);
  const isOne = form.typed.quantity === "1" && (data === undefined || data.quantity <= 1);
  return isOne ? null : field;
}

/** What the order will change, or why it will be refused. */
function Preview({ petId, quantity }: { readonly petId: bigint; readonly quantity: number }) {
  const { orders: words, pets } = allTexts.value;
  const { data: now, error } = useStock(petId);
  if (now === undefined) return error === undefined ? <Skeleton lines={2} /> : null;
  const obstacle = obstacleTo(now, quantity);
  if (obstacle === undefined) return <Effect now={now} then={effectOf("place", now, quantity)} />;
  return (
    <p class="notice" role="status">
      {"status" in obstacle
        ? words.notAvailable(petName(petId), pets.statuses[obstacle.status])
        : words.tooFew(petName(petId), formatNumber(obstacle.quantity))}
    </p>
  );
}
