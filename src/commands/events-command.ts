import type { Command } from "commander";
import { Event } from "../contract/events/events.ts";
import { serializer } from "../contract/json/serializer.ts";
import { published } from "../core/feed/feed.ts";
import type { Store } from "../core/ports.ts";
import { UsageError } from "../files/problems/usage-error.ts";
import { addSettings, type Flags } from "./settings-flags.ts";
import { stopSignal } from "./terminal/interruption.ts";
import { printable } from "./terminal/printable.ts";
import { withStore } from "./with-store.ts";

interface Options {
  readonly follow?: true;
  readonly json?: true;
  readonly last: string;
}

/** Adds `petstore events`. */
export function addEventsCommand(petstore: Command): void {
  const command = petstore
    .command("events")
    .description("show changes; the service may run")
    .option("-f, --follow", "go on with what happens from now on, until Ctrl-C")
    .option("-n, --last <count>", "how many of the newest events to show first", "20")
    .option("--json", "one JSON object on each line, as in the feed")
    .action((options: Options & Flags) => show(options));
  addSettings(command, ["databaseUrl"]);
}

async function show({ follow, json, last, ...flags }: Options & Flags): Promise<void> {
  if (!/^\d{1,4}$/.test(last)) throw new UsageError(`--last: expected an integer from 0 to 9999; got ${last}`);
  await withStore(flags, async (store) => {
    const stopped = new AbortController();
    if (follow) void stopSignal().then(() => stopped.abort());
    for await (const shown of readEvents(store, Number(last), follow && stopped.signal)) {
      process.stdout.write(`${json ? shown.json : describe(shown.event)}\n`);
    }
  });
}

/** Such as `2026-12-01 08:00:00Z  pet.updated        pet 1  status sold (was available)  by front desk`. */
function describe(event: Event): string {
  const { at, type, petId, key, data, note } = event;
  const previous = "previous" in event ? event.previous : undefined;
  const before = new Map(Object.entries(previous ?? {}));
  const members = Object.entries(data)
    .filter(([name]) => name !== "id" && name !== "petId" && (previous === undefined || before.has(name)))
    .map(([name, value]) => `${name} ${text(value)}${before.has(name) ? ` (was ${text(before.get(name))})` : ""}`);
  const id = "id" in data && !type.startsWith("pet.") ? `${type.split(".")[0]} ${data.id}` : undefined;
  const parts = [
    `${at.slice(0, 19).replace("T", " ")}Z`,
    type.padEnd(17),
    ...(petId === undefined ? [] : [`pet ${petId}`]),
    ...(id === undefined ? [] : [id]),
    members.join(", "),
    ...(note === undefined ? [] : [text(note)]),
    key === undefined ? "by a command" : `by ${text(key.name).slice(1, -1)}`,
  ];
  return parts.join("  ");
}

function text(value: unknown): string {
  return typeof value === "bigint" ? String(value) : printable(value);
}

/** Events per read. */
const BATCH = 100;

/** How often to look for new events, in milliseconds. */
const POLL_MS = 250;

const write = serializer(Event);

/** An event as text and as JSON. */
interface ShownEvent {
  readonly event: Event;
  readonly json: string;
}

/**
 * Reads the newest `last` events in feed order; with `follow`, also later ones until it aborts. Reads the store directly: needs no key
 * and no running service.
 */
async function* readEvents(store: Store, last: number, follow?: AbortSignal): AsyncGenerator<ShownEvent> {
  const head = (await store.events.head()).last;
  const newest = await store.events.list({}, { after: head + 1n, limit: last, order: "desc" }, 0n);
  yield* newest.toReversed().map(shown);
  let position = head;
  while (follow !== undefined && !follow.aborted) {
    // Without a running service, no one else assigns positions.
    await store.publishEvents();
    const until = (await store.events.head()).last;
    const found = position < until ? await store.events.list({}, { after: position, limit: BATCH }, until) : [];
    yield* found.map(shown);
    position = found.length === BATCH ? (found.at(-1)?.position ?? until) : until;
    if (found.length < BATCH) await Bun.sleep(POLL_MS);
  }
}

function shown(stored: Parameters<typeof published>[0]): ShownEvent {
  const event = published(stored);
  return { event, json: write(event) };
}
