/* What a person can do with an order. */
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Order } from "../../../client/index.ts";
import { type KeyName, keyFor } from "../../app/keys.ts";
import { allTexts } from "../../app/language.ts";
import { formatPrice } from "../../app/money.ts";
import { route } from "../../app/routes.ts";
import { can } from "../../app/session.ts";
import { cancelOrder, canReopen, handOver, reopenOrder } from "../../data/order-changes.ts";
import { hasDraft } from "../../forms/draft.ts";
import { icons } from "../../ui/icons.tsx";
import { Menu } from "../../ui/menu.tsx";
import { panelIcons } from "../../ui/panel-icons.tsx";
import { ReturnDialog, returnDraft } from "./order-return.tsx";

interface ActionsProps {
  readonly order: Order;
  readonly isCancelled: boolean;
  readonly edit: () => void;
}

/** What can be done, always in reach: one button that is filled, and the others beside it. */
export function OrderActions({ order, isCancelled, edit }: ActionsProps) {
  const { orders: words, common } = allTexts.value;
  const canChange = can("orders:write") && !isCancelled;
  return (
    <div class="row buttons panel-bar">
      {canChange && (order.complete ? <Afterwards order={order} /> : <HandOver order={order} />)}
      <IconButton name="print" text={words.print} press={() => print()}>
        {panelIcons.print}
      </IconButton>
      {canChange && (
        <IconButton name="edit" text={common.edit} press={edit}>
          {panelIcons.edit}
        </IconButton>
      )}
      {canChange && !order.complete && (
        <Menu
          label={words.more}
          class="soft icon big"
          items={[{ text: words.cancel, choose: () => cancelOrder(order) }]}
        >
          {icons.more}
        </Menu>
      )}
    </div>
  );
}

function HandOver({ order }: { readonly order: Order }) {
  const { orders: words } = allTexts.value;
  return (
    <button type="button" class="primary big" {...keyFor("handOver", words.handOver)} onClick={() => handOver(order)}>
      {order.price === undefined ? words.handOver : words.handOverFor(formatPrice(order.price))}
    </button>
  );
}

/** What can be done with an order that is handed over. */
function Afterwards({ order }: { readonly order: Order }) {
  const { orders: words } = allTexts.value;
  const [isReturning, setReturning] = useState(false);
  // It is open again where something is typed into it: after a reload, and when somebody comes back.
  useEffect(() => {
    if (hasDraft(returnDraft(order.id))) setReturning(true);
  }, [route.value]);
  return (
    <>
      {order.returnedAt === undefined && (
        <button type="button" class="big" aria-haspopup="dialog" onClick={() => setReturning(true)}>
          {words.takeBack}
        </button>
      )}
      {canReopen(order) && (
        <button type="button" class="quiet big" onClick={() => reopenOrder(order)}>
          {words.reopen}
        </button>
      )}
      {/* It stays when the event of its own return arrives before the response. */}
      {isReturning && <ReturnDialog order={order} close={() => setReturning(false)} />}
    </>
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
