/* The progress of an order: reserved, ready, handed over, sometimes returned. */
import { allTexts, formatPlainDate, formatRecentDay } from "../../../app/formats/language.ts";
import { formatNearDay, formatTime } from "../../../app/formats/view-formats.ts";
import { can } from "../../../app/session/session.ts";
import { setReady } from "../../../data/orders/order-commands.ts";
import { leastOf, type Sale } from "../../../data/orders/sale-data.ts";
import { panelIcons } from "../../../ui/panels/panel-icons.tsx";

/** The steps of a sale. "Ready" can be set here. */
export function OrderSteps({ sale }: { readonly sale: Sale }) {
  const { orders: words } = allTexts.value;
  const { placedAt, readyAt, shipDate, shipDay, complete, completedAt, returns, returnedAt } = leastOf(sale);
  const name = returnedAt === undefined ? words.partlyReturned : words.states.returned;
  const canChange = can("orders:write") && !complete;
  return (
    <ol class="order-steps" aria-label={words.progress}>
      <Step name={words.states.open} isDone at={placedAt} />
      <Step
        name={words.ready}
        isDone={readyAt !== undefined}
        isNext={!complete && readyAt === undefined}
        at={readyAt}
        press={canChange ? () => void setReady(sale, readyAt === undefined) : undefined}
      />
      <Step
        name={words.states.complete}
        isDone={complete}
        isNext={!complete && readyAt !== undefined}
        at={complete ? completedAt : shipDate}
        title={complete || shipDay === undefined ? undefined : formatPlainDate(shipDay)}
      />
      {returns !== undefined && <Step name={name} isDone at={returns.at(-1)?.at} />}
    </ol>
  );
}

interface StepProps {
  readonly name: string;
  readonly isDone: boolean;
  /** Whether it is the next step. */
  readonly isNext?: boolean;
  readonly at: string | undefined;
  /** Replaces the time. */
  readonly title?: string | undefined;
  /** Completes or undoes the step. */
  readonly press?: (() => void) | undefined;
}

function Step({ name, isDone, isNext = false, at, title, press }: StepProps) {
  const content = (
    <>
      <span class="step-mark">{isDone && panelIcons.check}</span>
      <strong>{name}</strong>
    </>
  );
  return (
    <li class={[isDone && "done", isNext && "next"].filter(Boolean).join(" ")}>
      {press === undefined ? (
        <span class="step">{content}</span>
      ) : (
        <button type="button" class="quiet step" aria-pressed={isDone} onClick={press}>
          {content}
        </button>
      )}
      {at !== undefined && (
        <time dateTime={at} title={title ?? formatTime(at)}>
          {isDone ? formatRecentDay(at) : formatNearDay(at)}
        </time>
      )}
    </li>
  );
}
