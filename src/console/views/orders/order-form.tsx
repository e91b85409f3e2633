import type { NewOrder, Order, PetWithIncluded } from "../../../client/index.ts";
import { failureOf } from "../../app/failure.ts";
import { allTexts, formatNumber } from "../../app/language.ts";
import { readId } from "../../app/routes.ts";
import { can, petstore } from "../../app/session.ts";
import { categoryName } from "../../data/categories.ts";
import { petName, usePetNames } from "../../data/pet-names.ts";
import { findPets } from "../../data/pet-search.ts";
import { useStock } from "../../data/stock.ts";
import { ComboBox, useSearch } from "../../forms/combo-box.tsx";
import { type Control, FieldFrame, NumberField } from "../../forms/fields.tsx";
import { Form } from "../../forms/form.tsx";
import { checkPrice, type PriceFields, PriceInputs, priceFields, priceOf } from "../../forms/price-fields.tsx";
import { type Form as FormState, useForm } from "../../forms/use-form.ts";
import { PetPhoto } from "../../ui/pet-photo.tsx";
import { FailureText, Skeleton } from "../../ui/states.tsx";
import { StatusChip } from "../../ui/status.tsx";
import { aliases, checkDetails, type DetailFields, DetailInputs, detailFields, newDetails } from "./order-details.tsx";
import { Effect } from "./order-effect.tsx";
import { effectOf, obstacleTo } from "./order-effects.ts";

type OrderFields = DetailFields & PriceFields & { readonly [Name in "search" | "petId" | "quantity"]: string };

interface OrderFormProps {
  /** The pet that the form begins with. Each has a draft, so the form needs a `key`. */
  readonly petId: bigint | undefined;
  readonly placed: (order: Order) => void;
  readonly cancel: () => void;
}

/** Places an order. What it will do to the stock and the status of the pet is shown while it is filled in. */
export function OrderForm({ petId, placed, cancel }: OrderFormProps) {
  const { orders: words } = allTexts.value;
  const form = useForm<OrderFields>({
    name: petId === undefined ? "order" : `order-${petId}`,
    version: {
      fields: {
        search: "",
        petId: petId?.toString() ?? "",
        quantity: "1",
        ...detailFields(),
        ...priceFields(undefined),
      },
    },
    companions: ["currency"],
    aliases,
    check: (typed) => ({
      ...checkDetails(typed),
      ...checkPrice(typed),
      petId: readId(typed.petId) === undefined ? words.petMissing : undefined,
      quantity: /^0*[1-9]\d{0,9}$/.test(typed.quantity.trim()) ? undefined : words.quantityInvalid,
    }),
    async send({ typed, idempotencyKey }) {
      const order = await petstore().orders.place(orderOf(typed), { idempotencyKey });
      placed(order);
      return undefined;
    },
  });
  const id = readId(form.typed.petId);
  return (
    <Form form={form} action={words.place} isReady hasFocus cancel={cancel}>
      <PetChoice form={form} />
      <NumberField form={form} name="quantity" label={words.quantity} />
      <DetailInputs form={form} />
      <div class="field-pairs">
        <PriceInputs form={form} hint={words.priceHint} />
      </div>
      {id !== undefined && can("inventory:read") && (
        <Preview key={id} petId={id} quantity={Number(form.typed.quantity) || 1} />
      )}
    </Form>
  );
}

function orderOf(typed: OrderFields): NewOrder {
  const { petId, quantity } = typed;
  return { petId: BigInt(petId), quantity: Number(quantity), price: priceOf(typed), ...newDetails(typed) };
}

/** The pet: found by name, or for a key that may not see pets, given by number. */
function PetChoice({ form }: { readonly form: FormState<OrderFields> }) {
  const { orders: words } = allTexts.value;
  const { typed, change } = form;
  const id = readId(typed.petId);
  if (!can("pets:read")) return <NumberField form={form} name="petId" label={words.petNumber} />;
  if (id !== undefined) return <ChosenPet id={id} drop={() => change({ petId: "" })} />;
  return (
    <FieldFrame label={words.find} error={form.errors["petId"]}>
      {(control) => (
        <PetFinder
          control={control}
          typed={typed.search}
          change={(search) => change({ search })}
          choose={(pet) => change({ petId: pet.id.toString(), search: "" })}
        />
      )}
    </FieldFrame>
  );
}

const FOUND_MAX = 8;

interface PetFinderProps {
  readonly control: Control;
  readonly typed: string;
  readonly change: (typed: string) => void;
  readonly choose: (pet: PetWithIncluded) => void;
}

/** Finds a pet by its name or number. One that cannot be ordered is found too, so that a person sees why. */
function PetFinder({ control, typed, change, choose }: PetFinderProps) {
  const { orders: words, pets, views } = allTexts.value;
  // One more than is shown says that there are more.
  const found = useSearch("finder", typed, (text, signal) => findAvailableFirst(text, FOUND_MAX + 1, signal));
  const all = typed.trim() === "" || !found.isSettled ? [] : (found.data ?? []);
  const isPartial = all.length > FOUND_MAX;
  const items = all.slice(0, FOUND_MAX);
  return (
    <>
      <ComboBox
        control={control}
        label={views.pets}
        typed={typed}
        change={change}
        items={items}
        isSettled={found.isSettled}
        choose={choose}
      >
        {(pet) => (
          <>
            <PetPhoto pet={pet} />
            <span>
              <bdi>{pet.name}</bdi>
              <small>
                <bdi>{categoryName(pet.categoryId)}</bdi> · {pets.petNumber(pet.id)}
              </small>
            </span>
            <StatusChip status={pet.status} />
          </>
        )}
      </ComboBox>
      <p class="hint" role="status">
        {found.isSettled && typed.trim() !== "" && words.found(items.length, isPartial)}
      </p>
      {found.error !== undefined && <FailureText {...failureOf(found.error)} />}
    </>
  );
}

async function findAvailableFirst(
  text: string,
  limit: number,
  signal: AbortSignal,
): Promise<readonly PetWithIncluded[]> {
  const [available, any] = await Promise.all([
    findPets(text, limit, signal, "available"),
    findPets(text, limit, signal),
  ]);
  const ids = new Set(available.items.map(({ id }) => id));
  return [...available.items, ...any.items.filter(({ id }) => !ids.has(id))];
}

function ChosenPet({ id, drop }: { readonly id: bigint; readonly drop: () => void }) {
  const { orders: words, pets } = allTexts.value;
  usePetNames([id]);
  return (
    <div class="row wrap between card chosen-pet">
      <p>
        <strong>
          <bdi>{petName(id)}</bdi>
        </strong>
        <small>{pets.petNumber(id)}</small>
      </p>
      <button type="button" onClick={drop}>
        {words.anotherPet}
      </button>
    </div>
  );
}

/** What the order will change, or why it will be refused. */
function Preview({ petId, quantity }: { readonly petId: bigint; readonly quantity: number }) {
  const { orders: words, pets } = allTexts.value;
  const { data: now, error } = useStock(petId);
  if (now === undefined) return error === undefined ? <Skeleton lines={2} /> : null;
  const obstacle = obstacleTo(now, quantity);
  if (obstacle === undefined) return <Effect now={now} then={effectOf("place", now, quantity, false)} />;
  return (
    <p class="notice" role="status">
      {"status" in obstacle
        ? words.notAvailable(petName(petId), pets.statuses[obstacle.status])
        : words.tooFew(petName(petId), formatNumber(obstacle.quantity))}
    </p>
  );
}
