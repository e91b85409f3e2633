/* Whom an order is for: somebody who has ordered before, or somebody new. */
import { useState } from "preact/hooks";
import { allTexts, formatRecentDay } from "../../../app/formats/language.ts";
import { findCustomers, type KnownCustomer } from "../../../data/orders/customers.ts";
import { orderedPet } from "../../../data/pets/pet-names.ts";
import { ComboBox, useSearch } from "../../../forms/combo-box.tsx";
import { FieldFrame, TextField } from "../../../forms/fields.tsx";
import type { Form as FormState } from "../../../forms/use-form.ts";
import { Avatar } from "../../../ui/avatar.tsx";
import { icons } from "../../../ui/icons.tsx";
import type { DetailFields } from "./order-fields.ts";

interface FieldsProps {
  readonly form: FormState<DetailFields>;
  readonly hint?: string | undefined;
  /** Whether it has the focus first, though others are before it. */
  readonly isFirst?: boolean;
}

/** The name, which earlier orders complete together with the contact. */
export function CustomerField({ form, hint, isFirst }: FieldsProps) {
  const { orders: words } = allTexts.value;
  const [isOpen, setOpen] = useState(false);
  const { customer } = form.typed;
  const found = useSearch("customers", isOpen ? customer : "", findCustomers);
  const known = isOpen && found.isSettled ? (found.data ?? []) : [];
  // Somebody new comes first: Enter must not make another person of what was typed. Without others there is nothing to ask.
  const items: readonly (KnownCustomer | undefined)[] = known.length === 0 ? [] : [undefined, ...known];
  return (
    <FieldFrame
      label={words.forWhom}
      hint={hint}
      error={form.errors["customer"]}
      conflict={form.conflictAt("customer")}
    >
      {(control) => (
        <div data-first={isFirst} onFocusOut={() => setOpen(false)}>
          <ComboBox
            control={control}
            label={words.customers}
            typed={customer}
            change={(typed) => {
              setOpen(true);
              form.type("customer", typed);
              // A contact that came with another name goes with it, unless somebody has typed over it.
              if (form.typed.chosenContact !== "" && form.typed.contact === form.typed.chosenContact) {
                form.change({ contact: "", chosenContact: "" });
              }
            }}
            items={items}
            isSettled={!isOpen || found.isSettled}
            choose={(chosen) => {
              setOpen(false);
              if (chosen === undefined) return;
              const { name, contact = "" } = chosen;
              form.change({ customer: name, contact, chosenContact: contact });
            }}
          >
            {(item) => (item === undefined ? <NewCustomer name={customer} /> : <Known {...item} />)}
          </ComboBox>
        </div>
      )}
    </FieldFrame>
  );
}

function Known({ name, contact, latest }: KnownCustomer) {
  const { orders: words } = allTexts.value;
  const pet = words.lastOrder(
    orderedPet(latest),
    latest.placedAt === undefined ? "" : formatRecentDay(latest.placedAt),
  );
  return (
    <>
      <Avatar name={name} />
      <span>
        <bdi>{name}</bdi>
        <small>
          <bdi>{[contact, pet].filter(Boolean).join(" · ")}</bdi>
        </small>
      </span>
    </>
  );
}

function NewCustomer({ name }: { readonly name: string }) {
  return (
    <>
      <Avatar>{icons.plus}</Avatar>
      <span>
        <bdi>{allTexts.value.orders.newCustomer(name.trim())}</bdi>
      </span>
    </>
  );
}

/** How to reach the customer. */
export function ContactField({ form }: FieldsProps) {
  const { orders: words } = allTexts.value;
  return <TextField form={form} name="contact" label={words.contact} hint={words.contactHint} />;
}
