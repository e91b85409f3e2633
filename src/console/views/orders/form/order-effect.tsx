import type { ComponentChildren } from "preact";
import type { PetStock } from "../../../../core/shop/orders/order-steps.ts";
import { allTexts, formatNumber } from "../../../app/formats/language.ts";
import { can } from "../../../app/session/session.ts";
import { useStock } from "../../../data/pets/stock-data.ts";
import { StatusChip } from "../../../ui/shop/status.tsx";
import { Skeleton } from "../../../ui/states.tsx";
import { effectOf } from "./order-effects.ts";

interface ReturnEffectProps {
  readonly petId: bigint;
  readonly quantity: number;
}

/** What a return will change in stock and status; shown before it is confirmed. */
export function ReturnEffect(props: ReturnEffectProps) {
  if (can("inventory:read")) return <KnownEffect {...props} />;
  return <p class="hint">{allTexts.value.orders.effectUnknown}</p>;
}

function KnownEffect({ petId, quantity }: ReturnEffectProps) {
  const { data: now, error } = useStock(petId);
  if (error !== undefined) return <p class="hint">{allTexts.value.orders.effectFailed}</p>;
  if (now === undefined) return <Skeleton lines={2} />;
  return <Effect now={now} then={effectOf("return", now, quantity)} />;
}

/** Stock and status before and after. */
export function Effect({ now, then }: { readonly now: PetStock; readonly then: PetStock }) {
  const { orders: words } = allTexts.value;
  return (
    <dl class="facts well effect" aria-label={words.effect}>
      <dt>{words.stock}</dt>
      <dd>
        <Difference now={now.quantity} then={then.quantity} show={formatNumber} />
      </dd>
      <dt>{words.status}</dt>
      <dd>
        <Difference now={now.status} then={then.status} show={(status) => <StatusChip status={status} />} />
      </dd>
    </dl>
  );
}

interface DifferenceProps<Value> {
  readonly now: Value;
  readonly then: Value;
  readonly show: (value: Value) => ComponentChildren;
}

function Difference<Value>({ now, then, show }: DifferenceProps<Value>) {
  const { orders: words } = allTexts.value;
  if (now === then) {
    return (
      <>
        <span class="muted">{words.stays}</span> {show(now)}
      </>
    );
  }
  return (
    <>
      {show(now)}
      <span aria-hidden="true"> → </span>
      <span class="visually-hidden"> {words.becomes} </span>
      <strong>{show(then)}</strong>
    </>
  );
}
