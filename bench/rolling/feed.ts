/* Those who follow the shop: readers of the feed, and a receiver of webhooks. */
import type { Fleet } from "./fleet.ts";

const PAUSE_MS = 50;
/** How long what is on its way may take to arrive at the end. */
const PATIENCE_MS = 120_000;
const FOLLOWERS = 3;

interface FeedEvent {
  readonly id: string;
  readonly type: string;
}

/** What the webhook is for. */
const TYPES = ["pet.created", "pet.updated", "inventory.updated", "order.placed", "order.completed", "order.cancelled"];

/** Follows the feed from its beginning through whichever instance takes the request; `isOver` is asked at the end of the feed. */
async function follow(fleet: Fleet, isOver: () => boolean): Promise<readonly FeedEvent[]> {
  const followed: FeedEvent[] = [];
  for (let path = "/events?limit=100"; ; ) {
    const reply = await fleet.send("GET", path).catch(() => undefined);
    if (reply?.status !== 200) {
      await Bun.sleep(PAUSE_MS);
      continue;
    }
    const events = reply.body as FeedEvent[];
    followed.push(...events.map(({ id, type }) => ({ id, type })));
    const next = /<([^>]*)>; rel="next"/.exec(reply.headers.get("Link") ?? "")?.[1];
    if (next === undefined) throw new Error("a page of the feed has no Link to the next one");
    path = next.slice(next.indexOf("/events"));
    if (events.length > 0) continue;
    if (isOver()) return followed;
    await Bun.sleep(PAUSE_MS);
  }
}

/** What arrived, compared with the whole feed as it is at the end. */
export interface Followed {
  readonly events: number;
  /** Readers whose events are not exactly those of the feed, in its order. */
  readonly unequalReaders: number;
  /** Events that the receiver of webhooks did not get. */
  readonly undelivered: number;
  readonly deliveredTwice: number;
}

/** Readers of the feed and a webhook that are there from now on. */
export class Followers {
  readonly #fleet: Fleet;
  readonly #received = new Map<string, number>();
  readonly #readers: Promise<readonly FeedEvent[]>[] = [];
  readonly #receiver: Bun.Server<undefined>;
  /** How many events there were before the webhook. */
  #before = 0;
  #isOver = false;

  constructor(fleet: Fleet) {
    this.#fleet = fleet;
    this.#receiver = Bun.serve({
      hostname: "127.0.0.1",
      port: 0,
      fetch: async (request) => {
        const { data } = (await request.json()) as { data: FeedEvent };
        this.#received.set(data.id, (this.#received.get(data.id) ?? 0) + 1);
        return new Response();
      },
    });
    // A run may end before it has followers.
    this.#receiver.unref();
  }

  /** Creates the webhook, which gets all later events, and starts the readers. */
  async start(): Promise<void> {
    this.#before = (await follow(this.#fleet, () => true)).length;
    const body = { url: `http://127.0.0.1:${this.#receiver.port}/`, types: TYPES };
    const created = await this.#fleet.send("POST", "/webhooks", { body, key: crypto.randomUUID() });
    if (created.status !== 201) throw new Error(`webhook: ${created.status} ${JSON.stringify(created.body)}`);
    for (let nth = 0; nth < FOLLOWERS; nth++) this.#readers.push(follow(this.#fleet, () => this.#isOver));
  }

  /** Waits until everything has arrived, or no longer. Call it after the last change. */
  async stop(): Promise<Followed> {
    // Changes get their position within a second.
    await Bun.sleep(2000);
    this.#isOver = true;
    const [first, ...others] = await Promise.all([...this.#readers, follow(this.#fleet, () => true)]);
    const whole = others.at(-1) ?? [];
    const readers = [first ?? [], ...others.slice(0, -1)];
    const sent = whole.slice(this.#before).filter(({ type }) => TYPES.includes(type));
    const missing = () => sent.filter(({ id }) => !this.#received.has(id)).length;
    const deadline = performance.now() + PATIENCE_MS;
    while (missing() > 0 && performance.now() < deadline) await Bun.sleep(PAUSE_MS);
    await this.#receiver.stop(true);
    return {
      events: whole.length,
      unequalReaders: readers.filter((events) => idsOf(events) !== idsOf(whole)).length,
      undelivered: missing(),
      deliveredTwice: [...this.#received.values()].filter((times) => times > 1).length,
    };
  }
}

function idsOf(events: readonly FeedEvent[]): string {
  return events.map(({ id }) => id).join();
}
