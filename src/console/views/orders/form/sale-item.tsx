/* One pet of a sale in its form: quantity, price, and what the order will change. */
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { allTexts, formatNumber } from "../../../app/formats/language.ts";
import { factsOf } from "../../../app/formats/profile-members.ts";
import { formatList } from "../../../app/formats/view-formats.ts";
import { readId } from "../../../app/routes.ts";
import { can } from "../../../app/session/session.ts";
import { knownPet, partnersOf, petName, usePetNames } from "../../../data/pets/pet-names.ts";
import { useStock } from "../../../data/pets/stock-data.ts";
import { NumberField } from "../../../forms/fields.tsx";
import { PriceInputs, priceFields } from "../../../forms/price-fields.tsx";
import type { Form as FormState } from "../../../forms/use-form.ts";
import { icons } from "../../../ui/icons.tsx";
import { PetPhoto } from "../../../ui/shop/pet-photo.tsx";
import { Skeleton } from "../../../ui/states.tsx";
import { Effect } from "./order-effect.tsx";
import { effectOf, obstacleTo } from "./order-effects.ts";
import { type ItemFields, quantityOf } from "./sale-items.ts";

interface SaleItemProps {
  readonly form: FormState<ItemFields>;
  readonly drop: () => void;
  /** The pets of the sale. */
  readonly petIds: readonly string[];
  /** Whether to show the effect as well. */
  readonly isOnly: boolean;
}

/** One pet: photo, kind, quantity, price, and why it cannot be ordered. */
export function SaleItem({ form, drop, petIds, isOnly }: SaleItemProps) {
  const { orders: words, pets } = allTexts.value;
  const id = readId(form.typed.petId);
  usePetNames(id === undefined ? [] : [id]);
  usePriceOfAll(form, id);
  const pet = id === undefined ? undefined : knownPet(id);
  const parted = id === undefined ? [] : partnersOf(id).filter((other) => !petIds.includes(`${other}`));
  return (
    <div class="sale-item stack">
      {can("pets:read") && id !== undefined ? (
        <>
          <div class="row chosen-pet">
            <PetPhoto pet={pet ?? { categoryId: 0n }} />
            <p>
              <strong>
                <bdi>{petName(id)}</bdi>
              </strong>
              <small>{(pet?.profile && factsOf(pet.profile)) || pets.petNumber(id)}</small>
            </p>
            <button type="button" class="quiet icon" aria-label={words.dropPet(petName(id))} onClick={drop}>
              {icons.close}
            </button>
          </div>
          {form.errors["petId"] !== undefined && <p class="field-error">{form.errors["petId"]}</p>}
        </>
      ) : (
        <NumberField form={form} name="petId" label={words.petNumber} />
      )}
      {parted.length > 0 && <p class="hint">{words.parted(formatList(parted.map(petName)))}</p>}
      <div class="field-pairs">
        {id !== undefined && <Quantity form={form} petId={id} />}
        <PriceInputs form={form} hint={form.typed.price === "" ? words.priceHint : undefined} />
      </div>
      {id !== undefined && can("inventory:read") && (
        <ItemEffect key={id} petId={id} quantity={quantityOf(form.typed) ?? 1} isOnly={isOnly} />
      )}
    </div>
  );
}

interface QuantityProps {
  readonly form: FormState<ItemFields>;
  readonly petId: bigint;
}

/** The price of this many, as a form field. */
function textFor(petId: bigint | undefined, quantity: number): string | undefined {
  const price = petId === undefined ? undefined : knownPet(petId)?.profile?.price;
  return price && priceFields({ ...price, amount: price.amount * BigInt(quantity) }).price;
}

/** Keeps the price in step with the quantity, unless it was edited. */
function usePriceOfAll(form: FormState<ItemFields>, petId: bigint | undefined): void {
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

/** The quantity, for groups. */
function Quantity({ form, petId }: QuantityProps) {
  const field = <NumberField form={form} name="quantity" label={allTexts.value.orders.quantity} />;
  return can("inventory:read") ? <KnownQuantity field={field} form={form} petId={petId} /> : field;
}

function KnownQuantity({ field, form, petId }: QuantityProps & { readonly field: ComponentChildren }) {
  const { data } = useStock(petId);
  const isOne = form.typed.quantity === "1" && (data === undefined || data.quantity <= 1);
  return isOne ? null : field;
}

interface ItemEffectProps {
  readonly petId: bigint;
  readonly quantity: number;
  readonly isOnly: boolean;
}

/** The effect of the order, or why it will be refused. */
function ItemEffect({ petId, quantity, isOnly }: ItemEffectProps) {
  const { orders: words, pets } = allTexts.value;
  const { data: now, error } = useStock(petId);
  if (now === undefined) return error === undefined && isOnly ? <Skeleton lines={2} /> : null;
  const obstacle = obstacleTo(now, quantity);
  if (obstacle === undefined) return isOnly ? <Effect now={now} then={effectOf("place", now, quantity)} /> : null;
  return (
    <p class="notice" role="status">
      {"status" in obstacle
        ? words.notAvailable(petName(petId), pets.statuses[obstacle.status])
        : words.tooFew(petName(petId), formatNumber(obstacle.quantity))}
    </p>
  );
}
