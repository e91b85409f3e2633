/* The sheet for reserving pets, shared by all views. */
import { allTexts } from "../../../app/formats/language.ts";
import { type Reserving, reserving } from "../../../app/reserving.ts";
import { hrefOf, navigate, route } from "../../../app/routes.ts";
import { can } from "../../../app/session/session.ts";
import { announcePlaced } from "../../../data/orders/order-commands.ts";
import type { Sale } from "../../../data/orders/sale-data.ts";
import { icons } from "../../../ui/icons.tsx";
import { Dialog } from "../../../ui/panels/dialog.tsx";
import { OrderForm } from "./order-form.tsx";

interface ReserveSheetProps extends Reserving {
  readonly close: () => void;
}

/** The sheet. In the orders view it opens the new order; elsewhere the view stays as it is. */
export function ReserveSheet({ close, inquiry, ...known }: ReserveSheetProps) {
  const { orders: words, common } = allTexts.value;
  function placed(sale: Sale) {
    close();
    if (route.peek().view === "orders") navigate(hrefOf("orders", sale.id));
    announcePlaced(sale, can("inquiries:write") ? inquiry : undefined);
  }
  return (
    <Dialog class="sheet" title={words.place} close={close}>
      <button type="button" class="quiet icon" aria-label={common.close} onClick={close}>
        {icons.close}
      </button>
      <OrderForm key={known.petId} {...known} placed={placed} />
    </Dialog>
  );
}

/** The sheet over the current view while a reservation is open. */
export function ReservingSheet() {
  const close = () => {
    reserving.value = undefined;
  };
  return reserving.value === undefined ? null : <ReserveSheet {...reserving.value} close={close} />;
}
