import type { PetStatus } from "../client/index.ts";
import { texts } from "./language.ts";

/** The status of a pet, in words and in colour. */
export function StatusChip({ status }: { readonly status: PetStatus }) {
  return <span class={`chip ${status}`}>{texts.value.pets.statuses[status]}</span>;
}
