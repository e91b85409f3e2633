/* The actions on a sale and on each of its orders. */
import type { ComponentChildren } from "preact";
import type { Order } from "../../../../client/index.ts";
import { allTexts } from "../../../app/formats/language.ts";
import { type KeyName, keyFor } from "../../../app/keyboard/shortcut-keys.ts";
import { hrefOf } from "../../../app/routes.ts";
import { can } from "../../../app/session/session.ts";
import { cancelSale, canReopen, handOver, reopenSale } from "../../../data/orders/order-commands.ts";
import { aloneOf, orderedName, type Sale, stateOf, totalText } from "../../../data/orders/sale-data.ts";
import { icons } from "../../../ui/icons.tsx";
import { Menu } from "../../../ui/panels/menu.tsx";
import { panelIcons } from "../../../ui/panels/panel-icons.tsx";
import { SalePhoto } from "../../../ui/shop/order-parts.tsx";
import { useReturn } from "./order-return.tsx";
import { usePapers } from "./sale-papers.tsx";

interface ActionsProps {
  readonly sale: Sale;
  readonly isCancelled: boolean;
  readonly edit: () => void;
}

/** The actions, always visible: one primary button and secondary ones. */
export function SaleActions({ sale, isCancelled, edit }: ActionsProps) {
  const { orders: words, common } = allTexts.value;
  const { orders } = sale;
  const canChange = can("orders:write") && !isCancelled;
  const isOpen = orders.some(({ complete }) => !complete);
  const papers = usePapers(sale);
  const cancelling = { text: words.cancel, startsGroup: true, choose: () => cancelSale(sale) };
  return (
    <div class="row buttons panel-bar">
      {canChange && isOpen && <HandOver sale={sale} />}
      {canChange && !isOpen && orders.length === 1 && <TakeBack order={orders[0]} />}
      {canChange && canReopen(orders) && (
        <button type="button" class="quiet big" onClick={() => reopenSale(sale)}>
          {words.reopen}
        </button>
      )}
      <IconButton name="print" text={papers.first.text} press={papers.first.choose}>
        {panelIcons.print}
      </IconButton>
      {canChange && (
        <IconButton name="edit" text={common.edit} press={edit}>
          {panelIcons.edit}
        </IconButton>
      )}
      <Menu
        label={words.more}
        class="soft icon big"
        items={[...papers.items, ...(canChange && isOpen ? [cancelling] : [])]}
      >
        {icons.more}
      </Menu>
      {papers.dialog}
    </div>
  );
}

function HandOver({ sale }: { readonly sale: Sale }) {
  const { orders: words } = allTexts.value;
  const total = totalText(sale);
  return (
    <button type="button" class="primary big" {...keyFor("handOver", words.handOver)} onClick={() => handOver(sale)}>
      {total === "" ? words.handOver : words.handOverFor(total)}
    </button>
  );
}

function TakeBack({ order }: { readonly order: Order }) {
  const { open, dialog } = useReturn(order);
  return (
    <>
      {order.returnedAt === undefined && (
        <button type="button" class="big" aria-haspopup="dialog" onClick={open}>
          {allTexts.value.orders.takeBack}
        </button>
      )}
      {dialog}
    </>
  );
}

/** The orders of a sale with the actions on each. */
export function SoldPets({ sale: { orders }, isCancelled }: Pick<ActionsProps, "sale" | "isCancelled">) {
  return (
    <ul class="sold-pets" aria-label={allTexts.value.views.pets}>
      {orders.map((order) => (
        <SoldPet key={order.id} order={order} canChange={can("orders:write") && !isCancelled} />
      ))}
    </ul>
  );
}

interface SoldPetProps {
  readonly order: Order;
  readonly canChange: boolean;
}

function SoldPet({ order, canChange }: SoldPetProps) {
  const { orders: words } = allTexts.value;
  const { open, dialog } = useReturn(order);
  const alone = aloneOf(order);
  const state = words.states[stateOf(alone)];
  const items = order.complete
    ? [{ text: words.takeBack, choose: open }]
    : [
        { text: words.handOver, choose: () => handOver(alone) },
        { text: words.cancel, choose: () => cancelSale(alone) },
      ];
  return (
    <li class="row">
      <SalePhoto sale={alone} />
      <p>
        {can("pets:read") ? <a href={hrefOf("pets", order.petId)}>{orderedName(order)}</a> : orderedName(order)}
        <small>{[totalText(alone), state].filter(Boolean).join(" · ")}</small>
      </p>
      {canChange && order.returnedAt === undefined && (
        <Menu label={words.moreOf(orderedName(order))} class="quiet icon" items={items}>
          {icons.more}
        </Menu>
      )}
      {dialog}
    </li>
  );
}

interface IconButtonProps {
  readonly name: KeyName;
  readonly text: string;
  readonly press: () => void;
  readonly children: ComponentChildren;
}

function IconButton({ name, text, press, children }: IconButtonProps) {
  return (
    <button type="button" class="soft icon big" aria-label={text} {...keyFor(name, text)} onClick={press}>
      {children}
    </button>
  );
}
