/* Changes that are made here: shown at once, sent, and shown as the service has made them. */
import { batch } from "@preact/signals";
import { type Change, type Facts, heard, isEqual, pending, publish } from "./changes.ts";

/** Whether the event of a change has arrived: its response is older than what is shown. */
function isHeard({ type, data }: Facts, among: number): boolean {
  return heard.events.slice(0, among).some((event) => event.type === type && isSame(event.data, data));
}

function isSame(event: object, data: object): boolean {
  return Object.entries(event).every(([name, value]) => isEqual(data[name as keyof typeof data], value));
}

/** A change: how it is shown, sent, and shown again. */
export interface Making<Result> {
  /** How things will be, shown at once. */
  readonly shown?: Facts;
  readonly send: () => Promise<Result>;
  /** How things are after it. */
  readonly facts: (result: Result) => Facts;
}

/** Makes a change: shows it at once, sends it, and shows what the service has made of it. When it fails, things are as they were. */
export async function makeChange<Result>({ shown, send, facts }: Making<Result>): Promise<Result> {
  const change: Change | undefined = shown && { ...shown, source: "pending" };
  if (change !== undefined) pending.value = [...pending.value, change];
  const drop = () => {
    if (change !== undefined) pending.value = pending.value.filter((other) => other !== change);
  };
  const before = heard.count;
  try {
    const result = await send();
    batch(() => {
      const made = facts(result);
      if (!isHeard(made, heard.count - before)) publish({ ...made, source: "here" });
      drop();
    });
    return result;
  } catch (error) {
    drop();
    throw error;
  }
}
