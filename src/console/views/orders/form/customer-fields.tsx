/* The customer of an order: a known one or a new one. */
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
  /** Whether it takes the focus although other fields precede it. */
  readonly isFirst?: boolean;
}

/** The name. Suggestions from earlier orders fill in the contact too. */
export function CustomerField({ form, hint, isFirst }: FieldsProps) {
  const { orders: words } = allTexts.value;
  const [isOpen, setOpen] = useState(false);
  const { customer } = form.typed;
  const found = useSearch("customers", isOpen ? customer : "", findCustomers);
  const known = isOpen && found.isSettled ? (found.data ?? []) : [];
  // The new customer is first, so that Enter never replaces what was typed. Without suggestions the list is empty.
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
              // A contact filled in by a suggestion is removed with it, unless it was edited.
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

/** The contact of the customer. */
export function ContactField({ form }: FieldsProps) {
  const { orders: words } = allTexts.value;
  return <TextField form={form} name="contact" label={words.contact} hint={words.contactHint} />;
}
