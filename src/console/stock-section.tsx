import { useEffect, useRef, useState } from "preact/hooks";
import type { Pet, StockChange } from "../client/index.ts";
import { failureText } from "./failure.tsx";
import { formatNumber, texts } from "./language.ts";
import { usePetStock } from "./pet-stock.ts";
import { hrefOf } from "./router.ts";
import { can } from "./session.ts";
import { FailureState, Skeleton } from "./states.tsx";
import { announceFailure } from "./status-line.tsx";
import { changeStock, stockChanges } from "./stock-changes.ts";
import { StockForm } from "./stock-form.tsx";

/** The stock of a pet, in its panel: how many there are, and what a person does about it. */
export function StockSection({ pet }: { readonly pet: Pet }) {
  const { stock: words } = texts.value;
  const { data, error, reload, patch } = usePetStock(pet.id);
  const changes = stockChanges.value;
  // The first count is loaded anyway.
  const before = useRef(changes);
  useEffect(() => {
    if (changes !== before.current) reload();
    before.current = changes;
  }, [changes]);
  return (
    <section aria-label={words.title}>
      <header class="section-head">
        <h3>{words.title}</h3>
        {can("orders:write") && can("orders:read") && pet.status === "available" && (
          <a href={hrefOf("orders", "new", { petId: pet.id.toString() })}>{words.order}</a>
        )}
      </header>
      {error !== undefined && <FailureState error={error} retry={reload} />}
      {data === undefined && error === undefined && <Skeleton lines={2} />}
      {data !== undefined && !can("inventory:write") && (
        <p class="stock-count">
          <strong>{formatNumber(data.quantity)}</strong>
        </p>
      )}
      {data !== undefined && can("inventory:write") && (
        <>
          <StockSteps
            petId={pet.id}
            quantity={data.quantity}
            changed={({ quantity }) => patch((entry) => ({ ...entry, quantity }))}
            failed={reload}
          />
          <StockForm key={pet.id} pet={pet} quantity={data.quantity} />
        </>
      )}
    </section>
  );
}

interface StockStepsProps {
  readonly petId: bigint;
  readonly quantity: number;
  readonly changed: (change: StockChange) => void;
  /** Shows the stock there is: without an answer, nobody knows whether it has changed. */
  readonly failed: () => void;
}

/** One more or one less, with one click. The number follows at once, and every click counts. */
function StockSteps({ petId, quantity, changed, failed }: StockStepsProps) {
  const { stock: words } = texts.value;
  const [underWay, setUnderWay] = useState(0);
  const latest = useRef(0n);
  const shown = quantity + underWay;
  async function step(delta: number) {
    setUnderWay((sum) => sum + delta);
    try {
      const change = await changeStock(petId, { delta, reason: "adjustment" });
      // Responses may arrive in another order than the changes were made in.
      if (change.id > latest.current) changed(change);
      if (change.id > latest.current) latest.current = change.id;
    } catch (error) {
      announceFailure(failureText(error));
      failed();
    } finally {
      setUnderWay((sum) => sum - delta);
    }
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend
    <div class="stock-count" role="group" aria-label={words.title}>
      <button type="button" aria-label={words.less} disabled={shown <= 0} onClick={() => step(-1)}>
        −
      </button>
      <strong>{formatNumber(shown)}</strong>
      <button type="button" aria-label={words.more} onClick={() => step(1)}>
        +
      </button>
    </div>
  );
}
