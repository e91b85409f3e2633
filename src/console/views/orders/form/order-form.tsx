import { useEffect, useState } from "preact/hooks";
import { allTexts } from "../../../app/formats/language.ts";
import { formatList } from "../../../app/formats/view-formats.ts";
import type { Reserving } from "../../../app/reserving.ts";
import { hrefOf, readId } from "../../../app/routes.ts";
import { can, petstore } from "../../../app/session/session.ts";
import { unlessGone } from "../../../data/command.ts";
import { type Sale, saleOf, sumsText } from "../../../data/orders/sale-data.ts";
import { knownPet, petName, readTogether } from "../../../data/pets/pet-names.ts";
import type { Sending } from "../../../forms/delivery.ts";
import { TextField } from "../../../forms/fields.tsx";
import { Form } from "../../../forms/form.tsx";
import { type Form as FormState, useForm } from "../../../forms/use-form.ts";
import { Skeleton } from "../../../ui/states.tsx";
import { updateDetails } from "../panel/order-details.tsx";
import { ContactField, CustomerField } from "./customer-fields.tsx";
import { aliases, checkDetails, companions, type DetailFields, detailFields, newDetails } from "./order-fields.ts";
import { type ChoiceFields, SaleItems } from "./pet-choice.tsx";
import { PickUpField } from "./pick-up-field.tsx";
import { checkItems, itemsField, itemsIn, itemsToPlace, itemsTotal, newItem, saleFieldOf } from "./sale-items.ts";

type Typed = DetailFields & ChoiceFields;

interface OrderFormProps extends Reserving {
  readonly placed: (sale: Sale) => void;
}

/** The initial fields. A key that cannot read pets types the id of one. */
function fieldsFor({ customer = "", contact = "" }: Reserving, petIds: readonly bigint[]): Typed {
  const details = { ...detailFields(), customer, contact, chosenContact: contact };
  const items = petIds.length === 0 && !can("pets:read") ? [newItem(undefined)] : petIds.map(newItem);
  return { search: "", ...itemsField(items), ...details };
}

/**
 * Reserves pets together, and shows the effect on stock and status. Each pet has its own draft, so set a `key`. Mount
 * it only once the pet is loaded: otherwise the draft would lack the price.
 */
export function OrderForm(props: OrderFormProps) {
  const { petId } = props;
  const [petIds, setPetIds] = useState<readonly bigint[] | undefined>(() => {
    const pet = petId === undefined ? undefined : knownPet(petId);
    if (petId === undefined) return [];
    return pet && pet.profile?.together === undefined ? [petId] : undefined;
  });
  useEffect(() => {
    if (petIds === undefined && petId !== undefined) readTogether(petId).then(setPetIds);
  }, []);
  return petIds === undefined ? <Skeleton lines={4} /> : <OrderFields {...props} petIds={petIds} />;
}

interface OrderFieldsProps extends OrderFormProps {
  /** The initial pets: the chosen one and those it must stay together with. */
  readonly petIds: readonly bigint[];
}

function OrderFields({ placed, petIds, ...known }: OrderFieldsProps) {
  const { orders: words } = allTexts.value;
  const form = useForm<Typed, Sale>({
    name: ["order", known.petId, known.inquiry?.id].filter((part) => part !== undefined).join("-"),
    version: { fields: fieldsFor(known, petIds) },
    describe: (typed) => ({ title: titleOf(typed), href: placeOf(known) }),
    companions,
    aliases: (path) => saleFieldOf(path) ?? (aliases as Readonly<Record<string, string>>)[path],
    check: (typed) => ({ ...checkDetails(typed), ...checkItems(typed) }),
    send: place,
    done: placed,
  });
  const details = form as unknown as FormState<DetailFields>;
  const total = sumsText(itemsTotal(form.typed));
  return (
    <Form form={form} action={total === "" ? words.place : words.placeFor(total)} hasFocus>
      <SaleItems form={form as unknown as FormState<ChoiceFields>} />
      <CustomerField form={details} isFirst={form.typed.items !== itemsField([]).items} />
      <ContactField form={details} />
      <PickUpField form={details} />
      <details open={form.typed.note !== ""}>
        <summary>{words.addNote}</summary>
        <TextField form={form} name="note" label={words.note} rows={2} />
      </details>
    </Form>
  );
}

function titleOf(typed: Typed): string {
  const { orders: words, pets } = allTexts.value;
  const names = itemsIn(typed).flatMap(({ petId }) => {
    const id = readId(petId);
    return id === undefined ? [] : [petName(id)];
  });
  const title = names.length === 0 ? words.placeTitle : pets.reserveOf(formatList(names));
  return [title, typed.customer].filter(Boolean).join(", ");
}

/** The URL at which the sheet reopens. An answer to an inquiry reopens in the view of today, where inquiries are listed. */
function placeOf({ petId, inquiry }: Reserving): string {
  return inquiry === undefined ? hrefOf("orders", "new", { petId }) : hrefOf("today");
}

/**
 * Places a sale. If an earlier attempt already placed it, changes it, or cancels and replaces it where a change is not
 * possible.
 */
async function place({ typed, changed, result, idempotencyKey }: Sending<Typed, Sale>): Promise<Sale> {
  const { sales } = petstore();
  if (result !== undefined && changed.every((name) => name in detailFields())) {
    return (await updateDetails(result, typed, changed, { idempotencyKey })).sale;
  }
  if (result !== undefined) await unlessGone({ isRepeated: true }, sales.cancel(result.id));
  const placed = await sales.place({ ...itemsToPlace(typed), ...newDetails(typed) }, { idempotencyKey });
  return saleOf(placed.orders);
}
