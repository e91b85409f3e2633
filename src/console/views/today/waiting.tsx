/* Open tasks: inquiries, missed pick-ups, and old reservations. */
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { Inquiry, Order } from "../../../client/index.ts";
import { contactParts, hrefWith, type Message } from "../../app/formats/contact.ts";
import { daysFromToday } from "../../app/formats/day.ts";
import { allTexts, formatNumber, formatRecentDay } from "../../app/formats/language.ts";
import { reserve } from "../../app/reserving.ts";
import { hrefOf } from "../../app/routes.ts";
import { can } from "../../app/session/session.ts";
import { type Sale, salesOf, soldNames } from "../../data/orders/sale-data.ts";
import { knownPet, petName } from "../../data/pets/pet-names.ts";
import { closeInquiry } from "../../data/shop/inquiry-data.ts";
import { SalePhoto } from "../../ui/shop/order-parts.tsx";
import { PetPhoto } from "../../ui/shop/pet-photo.tsx";

/** Reservations without a pick-up day are listed after this many days. */
const OLD_DAYS = 7;

const SHOWN = 5;

interface WaitingProps {
  readonly orders: readonly Order[];
  readonly inquiries: readonly Inquiry[];
}

/** Open tasks, inquiries first. */
export function Waiting({ orders, inquiries }: WaitingProps) {
  const { today: words } = allTexts.value;
  const [shown, setShown] = useState(SHOWN);
  const late = salesOf(orders.filter(isLate));
  const count = inquiries.length + late.length;
  if (count === 0) return null;
  const rows = [
    ...inquiries.map((inquiry) => <Asked key={`inquiry ${inquiry.id}`} inquiry={inquiry} />),
    ...late.map((sale) => <Late key={`order ${sale.id}`} sale={sale} />),
  ];
  return (
    <section aria-labelledby="waiting">
      <h2 id="waiting">
        {words.waiting} <small>{formatNumber(count)}</small>
      </h2>
      <ul class="stories">{rows.slice(0, shown)}</ul>
      {shown < rows.length && (
        <button type="button" class="quiet" onClick={() => setShown(rows.length)}>
          {words.showAll(formatNumber(count))}
        </button>
      )}
    </section>
  );
}

function isLate({ shipDate, placedAt }: Order): boolean {
  if (shipDate !== undefined) return daysFromToday(shipDate) < 0;
  return placedAt !== undefined && daysFromToday(placedAt) <= -OLD_DAYS;
}

/** An inquiry, with buttons to reply. */
function Asked({ inquiry }: { readonly inquiry: Inquiry }) {
  const { today: words, orders } = allTexts.value;
  const { petId, at, name = "", contact = "", message = "" } = inquiry;
  const pet = knownPet(petId);
  return (
    <WaitingRow
      photo={<PetPhoto pet={pet ?? { categoryId: 0n }} />}
      title={<a href={hrefOf("pets", petId)}>{words.asks(name, petName(petId))}</a>}
      text={<q>{message}</q>}
      since={formatRecentDay(at)}
    >
      <Reach
        contact={contact}
        email={words.answer}
        message={{ subject: words.answerSubject(petName(petId), petId), quoted: message }}
      />
      {can("orders:write") && can("orders:read") && pet?.status === "available" && (
        <button type="button" class="quiet" onClick={() => reserve({ petId, customer: name, contact, inquiry })}>
          {orders.place}
        </button>
      )}
      {can("inquiries:write") && (
        <button
          type="button"
          class="quiet"
          aria-label={words.closeOf(words.asks(name, petName(petId)))}
          onClick={() => closeInquiry(inquiry)}
        >
          {words.close}
        </button>
      )}
    </WaitingRow>
  );
}

/** An order that was not picked up. */
function Late({ sale }: { readonly sale: Sale }) {
  const { today: words, orders } = allTexts.value;
  const { id } = sale;
  const { shipDate, placedAt, customer } = sale.orders[0];
  const since = shipDate ?? placedAt ?? "";
  const [pets, count] = [soldNames(sale.orders), sale.orders.length];
  return (
    <WaitingRow
      photo={<SalePhoto sale={sale} />}
      title={
        <a href={hrefOf("orders", id)}>
          {shipDate === undefined
            ? words.reservedFor(pets, count, -daysFromToday(since))
            : words.notPickedUp(pets, count)}
        </a>
      }
      text={customer === undefined ? orders.order(id) : words.forCustomer(customer.name)}
      since={<span class="late">{formatRecentDay(since)}</span>}
    >
      <Reach contact={customer?.contact ?? ""} email={words.write} />
    </WaitingRow>
  );
}

interface ReachProps {
  readonly contact: string;
  readonly email: string;
  readonly message?: Message;
}

/** A button for the first phone number or e-mail address of a contact. */
function Reach({ contact, email, message }: ReachProps) {
  const { href, text } = contactParts(contact).find((part) => part.href !== undefined) ?? {};
  if (href === undefined) return <bdi>{contact}</bdi>;
  return (
    <a class="button soft" href={message === undefined ? href : hrefWith(href, message)} title={text}>
      {href.startsWith("tel:") ? allTexts.value.today.call : email}
    </a>
  );
}

interface WaitingRowProps {
  readonly photo: ComponentChildren;
  readonly title: ComponentChildren;
  readonly text: ComponentChildren;
  readonly since: ComponentChildren;
  readonly children: ComponentChildren;
}

function WaitingRow({ photo, title, text, since, children }: WaitingRowProps) {
  return (
    <li class="story-row">
      {photo}
      <p class="story">
        <bdi>{title}</bdi>
        <small>
          <bdi>{text}</bdi>
        </small>
      </p>
      <small>{since}</small>
      <span class="row">{children}</span>
    </li>
  );
}
