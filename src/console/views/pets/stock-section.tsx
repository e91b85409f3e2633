import type { InventoryEntry, Pet } from "../../../client/index.ts";
import { allTexts, formatNumber } from "../../app/language.ts";
import { announceFailure } from "../../app/notices.ts";
import { hrefOf } from "../../app/routes.ts";
import { can } from "../../app/session.ts";
import { changeStock, readStock, useStock } from "../../data/stock.ts";
import { Loaded } from "../../ui/states.tsx";
import { StockForm } from "./stock-form.tsx";

/** The stock of a pet, in its panel: how many there are, and what a person does about it. */
export function StockSection({ pet }: { readonly pet: Pet }) {
  const { stock: words } = allTexts.value;
  const stock = useStock(pet.id);
  return (
    <section aria-label={allTexts.value.pets.stock}>
      <Loaded resource={stock} lines={2}>
        {(entry) => (
          <>
            <div class="stock-count">
              <StockSteps entry={entry} reload={stock.reload} />
              {can("orders:write") && can("orders:read") && pet.status === "available" && (
                <a href={hrefOf("orders", "new", { petId: pet.id })}>{words.order}</a>
              )}
            </div>
            {can("inventory:write") && <StockForm key={pet.id} pet={pet} quantity={entry.quantity} />}
          </>
        )}
      </Loaded>
    </section>
  );
}

/** One more or one less, with one click. The number follows at once, and every click counts. */
function StockSteps({ entry, reload }: { readonly entry: InventoryEntry; readonly reload: () => void }) {
  const { stock: words } = allTexts.value;
  const count = <strong>{formatNumber(entry.quantity)}</strong>;
  if (!can("inventory:write")) return <p>{count}</p>;
  async function step(delta: number) {
    if (entry.quantity + delta < 0) return;
    try {
      await changeStock(entry, { delta, reason: "adjustment" });
    } catch (error) {
      announceFailure(error);
      // Without a response, nobody knows whether it has changed.
      await readStock(entry.petId).catch(reload);
    }
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend
    <div class="steps" role="group" aria-label={allTexts.value.pets.stock}>
      <button type="button" aria-label={words.less} aria-disabled={entry.quantity <= 0} onClick={() => step(-1)}>
        −
      </button>
      {count}
      <button type="button" aria-label={words.more} onClick={() => step(1)}>
        +
      </button>
    </div>
  );
}
