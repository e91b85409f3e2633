/* The pets and orders that were opened last in this window, for the search. */
import { effect, signal } from "@preact/signals";
import { readId, route } from "./routes.ts";
import { onNextPerson } from "./session/session.ts";

/** What was opened. */
export interface Opened {
  readonly view: "pets" | "orders";
  readonly id: bigint;
}

/** As many as a person remembers. */
const KEPT = 5;

/** The latest first. */
export const opened = signal<readonly Opened[]>([]);

effect(() => {
  const { view, open } = route.value;
  const id = readId(open);
  if (id === undefined || (view !== "pets" && view !== "orders")) return;
  const others = opened.peek().filter((one) => one.view !== view || one.id !== id);
  opened.value = [{ view, id } as const, ...others].slice(0, KEPT);
});

onNextPerson(() => {
  opened.value = [];
});
