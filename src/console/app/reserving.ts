/* What somebody is about to reserve, over whatever is shown. */
import { signal } from "@preact/signals";
import { readId } from "./routes.ts";
import { onNextPerson } from "./session.ts";

/** What is known beforehand. */
export interface Reserving {
  readonly petId?: bigint | undefined;
  readonly customer?: string | undefined;
  readonly contact?: string | undefined;
}

/** What is being reserved; undefined for nothing. */
export const reserving = signal<Reserving | undefined>(undefined);

onNextPerson(() => {
  reserving.value = undefined;
});

/** Opens the sheet over what is shown. */
export function reserve(known: Reserving): void {
  reserving.value = known;
}

/** Opens the sheet in place of following a link to it. The link itself is for a new window. */
export function reserveByLink(event: MouseEvent): void {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = (event.target as Element).closest<HTMLAnchorElement>('a[href^="/console/orders/new"]');
  if (link === null) return;
  event.preventDefault();
  reserve({ petId: readId(new URL(link.href).searchParams.get("petId")) });
}
