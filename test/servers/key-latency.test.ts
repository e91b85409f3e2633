/* Keys where the database is some milliseconds away: what was acknowledged holds, whatever else is sent (decision 005). */
import { expect, setDefaultTimeout, test } from "bun:test";
import { openDistant } from "../support/databases.ts";
import { openService, sendJson, type TestService } from "../support/harness.ts";
import { type Chance, chance, SEED } from "../support/seed.ts";
import { tell } from "../support/tell.ts";

setDefaultTimeout(120_000);

/** How far the database is, at most, in milliseconds. */
const FAR_MS = 20;

const CLIENTS = 12;
const STEPS = 16;
/** As many more send nothing but changes that are refused, meanwhile. */
const FLOODING = 8;
const FLOOD_PAUSE_MS = 2;

/** A key, and what its manager knows of it. */
interface Known {
  readonly id: string;
  readonly secret: string;
  /** Its revocation was sent. */
  isLeaving: boolean;
  /** Its revocation was acknowledged. */
  isRevoked: boolean;
}

/** Clients that share keys: what they do, and what they find wrong. */
class Clients {
  readonly wrong: string[] = [];
  readonly done = { created: 0, revoked: 0, used: 0, failed: 0 };
  readonly #keys: Known[] = [];
  readonly #service: TestService;
  readonly #chance: Chance;

  constructor(service: TestService, random: Chance) {
    this.#service = service;
    this.#chance = random;
  }

  /** Does one thing at random. */
  async step(): Promise<void> {
    // Keys are read again because time has passed, too.
    this.#service.now += this.#chance.below(100);
    const which = this.#chance.below(100);
    if (which < 20) await this.#create();
    else if (which < 40) await this.#revoke();
    else if (which < 80 && this.#keys.length > 0) await this.#use(this.#chance.pick(this.#keys));
    else await this.fail();
  }

  async #create(): Promise<void> {
    const { status, body } = await sendJson(this.#service, "POST", "/v1/keys", { name: "x", scopes: ["pets:read"] });
    expect(status).toBe(201);
    const { id, secret } = body as Known;
    const key = { id, secret, isLeaving: false, isRevoked: false };
    this.done.created += 1;
    this.#keys.push(key);
    await this.#use(key);
  }

  async #revoke(): Promise<void> {
    const key = this.#keys.find(({ isLeaving }) => !isLeaving);
    if (key === undefined) return;
    key.isLeaving = true;
    expect((await this.#service.send(`/v1/keys/${key.id}`, { method: "DELETE" })).status).toBe(204);
    key.isRevoked = true;
    this.done.revoked += 1;
    await this.#use(key);
  }

  async #use(key: Known): Promise<void> {
    const { isRevoked } = key;
    const { status } = await this.#service.send("/v1/key", { headers: { Authorization: `Bearer ${key.secret}` } });
    this.done.used += 1;
    if (isRevoked && status !== 401) this.wrong.push(`a revoked key got ${status}`);
    if (!key.isLeaving && status !== 200) this.wrong.push(`a usable key got ${status}`);
  }

  /** A change of keys that is refused. */
  async fail(): Promise<void> {
    expect((await sendJson(this.#service, "POST", "/v1/keys", {})).status).toBe(400);
    this.done.failed += 1;
  }
}

test(`a key works from its 201 until its revocation is acknowledged, and never after (seed ${SEED})`, async () => {
  const latency = chance(SEED);
  await using database = await openDistant(() => latency.below(FAR_MS + 1));
  await using service = await openService({}, database, { databaseConnections: 10 });
  const clients = new Clients(service, chance(SEED + 1));
  const work = async () => {
    for (let step = 0; step < STEPS; step++) await clients.step();
  };
  let isOver = false;
  const flood = async () => {
    for (; !isOver; await Bun.sleep(FLOOD_PAUSE_MS)) await clients.fail();
  };
  const flooding = Array.from({ length: FLOODING }, flood);
  await Promise.all(Array.from({ length: CLIENTS }, work)).finally(() => (isOver = true));
  await Promise.all(flooding);
  expect(clients.wrong).toEqual([]);
  expect(Math.min(clients.done.created, clients.done.revoked, clients.done.failed)).toBeGreaterThan(20);
  tell(`  ${JSON.stringify(clients.done)}`);
});
