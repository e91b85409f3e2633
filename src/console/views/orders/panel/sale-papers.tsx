/* The papers of a sale that can be printed from its panel. */
import { useState } from "preact/hooks";
import type { Papers } from "../../../../client/index.ts";
import { allTexts } from "../../../app/formats/language.ts";
import { attempt } from "../../../app/notices.ts";
import { type PrintedCare, readPrintedCare } from "../../../data/care/care-papers.ts";
import { latestReceipt, papersToPrint, readPapers } from "../../../data/orders/paper-data.ts";
import type { Sale } from "../../../data/orders/sale-data.ts";
import { usePetNames } from "../../../data/pets/pet-names.ts";
import { useResource } from "../../../data/resource.ts";
import { Loaded } from "../../../ui/loaded.tsx";
import { Dialog } from "../../../ui/panels/dialog.tsx";
import type { MenuItem } from "../../../ui/panels/menu.tsx";
import { Agreement, petIdsOf, printSale, usualPaper } from "../../../ui/shop/papers.tsx";

/** What the print shortcut prints, further choices for a menu, and the dialog that they open. */
export function usePapers(sale: Sale) {
  const { orders: words, print } = allTexts.value;
  const [isOpen, setOpen] = useState(false);
  const hasReceipt = latestReceipt(sale) !== undefined;
  const papers = papersToPrint.filter((what) => hasReceipt || what === "agreement");
  const items: MenuItem[] = papers.map((what) => ({
    text: print.papers[what],
    choose: () => void attempt(() => printSale(sale, what)),
  }));
  const card = { text: words.print, choose: () => globalThis.print() };
  const preview = { text: print.preview, choose: () => setOpen(true) };
  const usual = usualPaper.value;
  return {
    first: hasReceipt ? { text: print.papers[usual], choose: () => void attempt(() => printSale(sale, usual)) } : card,
    items: [...items, preview, ...(hasReceipt ? [card] : [])],
    dialog: isOpen && <Preview sale={sale} close={() => setOpen(false)} />,
  };
}

interface PreviewProps {
  readonly sale: Sale;
  readonly close: () => void;
}

/** A preview of the agreement, filled in for the pets and the customer. */
function Preview({ sale, close }: PreviewProps) {
  const { print: words, common } = allTexts.value;
  const { orders } = sale;
  const petIds = petIdsOf(orders);
  const papers = useResource<{ readonly shop: Papers; readonly care: PrintedCare }>(`papers ${petIds}`, {
    async load() {
      const [shop, care] = await Promise.all([readPapers(), readPrintedCare(petIds)]);
      return { shop, care };
    },
    topic: "care",
  });
  usePetNames(petIds);
  return (
    <Dialog title={words.papers.agreement} class="preview" close={close}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by the keyboard */}
      <section class="well" aria-label={words.preview} tabIndex={0}>
        <Loaded resource={papers} lines={12}>
          {(known) => orders.map((order) => <Agreement key={order.id} order={order} {...known} />)}
        </Loaded>
      </section>
      <div class="buttons">
        <button type="button" onClick={close}>
          {common.cancel}
        </button>
        <button
          type="button"
          class="primary"
          autofocus
          onClick={() => void attempt(() => printSale(sale, "agreement"))}
        >
          {words.title}
        </button>
      </div>
    </Dialog>
  );
}
