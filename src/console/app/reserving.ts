/* What somebody is about to reserve, over whatever is shown. */
import { signal } from "@preact/signals";
import type { Inquiry } from "../../client/index.ts";
import { hrefOf, overPage, readId } from "./routes.ts";
import { onNextPerson } from "./session/session.ts";

/** What is known beforehand. */
export interface Reserving {
  readonly petId?: bigint | undefined;
  readonly customer?: string | undefined;
  readonly contact?: string | undefined;
  /** What the customer asked, which is then answered. */
  readonly inquiry?: Inquiry | undefined;
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

// A link to the sheet opens it where the person is; the address itself is for a new window.
overPage.open = ({ pathname, searchParams }) => {
  const isSheet = pathname === hrefOf("orders", "new");
  if (isSheet) reserve({ petId: readId(searchParams.get("petId")) });
  return isSheet;
};
