import { useEffect } from "preact/hooks";
import type { NewOrder, Order } from "../client/index.ts";
import { useDraft } from "./drafts.ts";
import { Field } from "./field.tsx";
import { formatNumber, texts } from "./language.ts";
import { Effect } from "./order-effect.tsx";
import { obstacleTo, orderEffects } from "./order-effects.ts";
import { PetFinder } from "./pet-finder.tsx";
import { learnPets, petName } from "./pet-names.ts";
import { usePetStock } from "./pet-stock.ts";
import { can, petstore } from "./session.ts";
import { Skeleton } from "./states.tsx";
import { useSubmission } from "./submission.ts";

interface OrderFormProps {
  /** The pet that the form begins with. */
  readonly petId: bigint | undefined;
  readonly placed: (order: Order) => void;
}

/** The draft of an order, as typed. */
interface OrderFields {
  readonly search: string;
  /** The digits of the pet's id; empty until a pet is chosen. */
  readonly petId: string;
  readonly quantity: string;
  /** In the time of the shop. */
  readonly shipDate: string;
}

const isNumber = (text: string) => /^\d{1,19}$/.test(text);

/** Places an order: each pet has a draft of its own, so the form needs a `key`. What it will do to the stock and the status of the pet is shown while it is filled in. */
export function OrderForm({ petId, placed }: OrderFormProps) {
  const { orders: words } = texts.value;
  const draft = useDraft<OrderFields>(petId === undefined ? "order" : `order-${petId}`, {
    base: { search: "", petId: petId?.toString() ?? "", quantity: "1", shipDate: "" },
  });
  const { typed, change } = draft;
  const { form, isBusy, errors, text, refuse, submit } = useSubmission(["petId", "quantity", "shipDate"]);

  async function send() {
    const order = await petstore().orders.place(orderOf(typed), { idempotencyKey: draft.key() });
    draft.settle();
    placed(order);
  }
  function check(): Readonly<Record<string, string>> {
    return {
      ...(!isNumber(typed.petId) && { petId: words.petMissing }),
      ...(!/^0*[1-9]\d{0,9}$/.test(typed.quantity.trim()) && { quantity: words.quantityInvalid }),
    };
  }
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const wrong = check();
        if (Object.keys(wrong).length > 0) refuse(wrong);
        else submit(send);
      }}
    >
      <PetChoice typed={typed} error={errors["petId"]} change={change} />
      <OrderNumbers typed={typed} errors={errors} change={change} />
      {isNumber(typed.petId) && can("inventory:read") && (
        <Preview key={typed.petId} petId={BigInt(typed.petId)} quantity={Number(typed.quantity) || 1} />
      )}
      <p class="field-error" role="alert">
        {text}
      </p>
      <div class="buttons">
        {draft.isChanged && (
          <button type="button" onClick={draft.drop}>
            {texts.value.common.discard}
          </button>
        )}
        <button type="submit" class="primary" disabled={isBusy}>
          {words.place}
        </button>
      </div>
    </form>
  );
}

function orderOf({ petId, quantity, shipDate }: OrderFields): NewOrder {
  return {
    petId: BigInt(petId),
    quantity: Number(quantity),
    ...(shipDate !== "" && { shipDate: new Date(shipDate).toISOString() }),
  };
}

interface FieldsProps {
  readonly typed: OrderFields;
  readonly change: (changes: Partial<OrderFields>) => void;
}

/** The pet: found by name, or for a key that may not see pets, given by number. */
function PetChoice({ typed, error, change }: FieldsProps & { readonly error: string | undefined }) {
  const { orders: words } = texts.value;
  const isFinding = can("pets:read");
  if (isFinding && typed.petId !== "") return <ChosenPet petId={typed.petId} change={change} />;
  return (
    <Field label={isFinding ? words.find : words.petNumber} error={error}>
      {(control) =>
        isFinding ? (
          <PetFinder
            control={control}
            typed={typed.search}
            change={(search) => change({ search })}
            choose={(pet) => change({ petId: pet.id.toString(), search: "" })}
          />
        ) : (
          <input
            {...control}
            name="petId"
            inputMode="numeric"
            autocomplete="off"
            value={typed.petId}
            onInput={({ currentTarget }) => change({ petId: currentTarget.value.trim() })}
          />
        )
      }
    </Field>
  );
}

function ChosenPet({ petId, change }: Pick<FieldsProps, "change"> & { readonly petId: string }) {
  const { orders: words, pets } = texts.value;
  const id = BigInt(petId);
  useEffect(() => {
    learnPets([id]);
  }, [petId]);
  return (
    <div class="chosen card">
      <p>
        <strong>
          <bdi>{petName(id)}</bdi>
        </strong>
        <small>{pets.petNumber(id)}</small>
      </p>
      <button type="button" onClick={() => change({ petId: "" })}>
        {words.anotherPet}
      </button>
    </div>
  );
}

function OrderNumbers({ typed, errors, change }: FieldsProps & { readonly errors: Readonly<Record<string, string>> }) {
  const { orders: words } = texts.value;
  return (
    <>
      <Field label={words.quantity} error={errors["quantity"]}>
        {(control) => (
          <input
            {...control}
            name="quantity"
            inputMode="numeric"
            autocomplete="off"
            value={typed.quantity}
            onInput={({ currentTarget }) => change({ quantity: currentTarget.value })}
          />
        )}
      </Field>
      <Field label={words.shipDate} hint={words.shipDateHint} error={errors["shipDate"]}>
        {(control) => (
          <input
            {...control}
            name="shipDate"
            type="datetime-local"
            value={typed.shipDate}
            onInput={({ currentTarget }) => change({ shipDate: currentTarget.value })}
          />
        )}
      </Field>
    </>
  );
}

/** What the order will change, or why it will be refused. */
function Preview({ petId, quantity }: { readonly petId: bigint; readonly quantity: number }) {
  const { orders: words, pets } = texts.value;
  const { data: now, error } = usePetStock(petId);
  if (error !== undefined) return null;
  if (now === undefined) return <Skeleton lines={2} />;
  const obstacle = obstacleTo(now, quantity);
  if (obstacle === undefined) return <Effect now={now} then={orderEffects.place(now, quantity)} />;
  return (
    <p class="notice" role="status">
      {"status" in obstacle
        ? words.notAvailable(petName(petId), pets.statuses[obstacle.status])
        : words.tooFew(petName(petId), formatNumber(obstacle.quantity))}
    </p>
  );
}
