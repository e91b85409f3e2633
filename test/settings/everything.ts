/* Asks a service everything once: a write of each kind, every GET operation, every page, the stream, a webhook, a photo. */
import { operations } from "../../src/contract/index.ts";
import { jpeg } from "../support/images.ts";
import { type Program, until } from "../support/program.ts";

/** What was answered, by the name of what was asked: the status, and what of the body is the same in every start. */
export type Answers = ReadonlyMap<string, string>;

interface Asked {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
}

/** A refusal that passes is asked again this often. */
const ATTEMPTS = 50;

/** The ways that a page for visitors is asked for. */
const PAGES = ["/", "/pets/1-rex", "/pets.json", "/feed.xml", "/sitemap.xml", "/robots.txt"] as const;
const OTHER_PAGES = [
  "/docs",
  "/console",
  "/healthz",
  "/readyz",
  "/metrics",
  "/v1/openapi.json",
  "/nothing-here",
] as const;

/** Asks a service below a path with a key that may do everything, and a receiver of webhooks. `requests` counts. */
export async function askEverything(
  program: Pick<Program, "origin">,
  root: string,
  basePath = "",
): Promise<{
  readonly answers: Answers;
  readonly requests: number;
}> {
  const origin = `${program.origin}${basePath}`;
  const answers = new Map<string, string>();
  const known: [value: string, name: string][] = [];
  const received: string[] = [];
  using receiver = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    async fetch(request) {
      received.push((await request.json()).type);
      return new Response();
    },
  });
  let requests = 0;
  let key = root;

  async function ask(path: string, init: RequestInit = {}): Promise<Asked> {
    for (let attempt = 1; ; attempt++) {
      requests += 1;
      const headers = new Headers(init.headers);
      if (!headers.has("Authorization")) headers.set("Authorization", `Bearer ${key}`);
      if (typeof init.body === "string" && !headers.has("Content-Type"))
        headers.set("Content-Type", "application/json");
      const tls = { rejectUnauthorized: false };
      const response = await fetch(`${origin}${path}`, { ...init, headers, redirect: "manual", tls } as RequestInit);
      const text = await response.text();
      const passes = response.status === 429 && path.startsWith("/v1");
      if (!passes || attempt === ATTEMPTS) return { status: response.status, text, headers: response.headers };
      await Bun.sleep(1000 * Number(response.headers.get("Retry-After") ?? 1));
    }
  }

  /** What is the same in every start. */
  function same(text: string): string {
    let plain = text;
    for (const [value, name] of known) if (value !== "") plain = plain.replaceAll(value, name);
    return (
      plain
        .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "<time>")
        .replace(/\d{4}-\d\d-\d\d/g, "<day>")
        .replace(/https?:\/\/[^/"<> ]+/g, "<origin>")
        .replaceAll(`<origin>${basePath}`, "<origin>")
        .replace(/\/photos\/[-\w]+-(?:small|medium|large)/g, "/photos/<token>")
        .replace(/evt_\w+/g, "<event>")
        .replace(/"id":"[0-9A-Za-z]{8}"/g, '"id":"<key>"')
        .replace(/"deprecatedCalls":\[[^\]]*\]/g, '"deprecatedCalls":[]')
        // Written a moment after the use.
        .replace(/,"lastUsedAt":"[^"]*"/g, "")
        .replace(/"(hint|placeholder|createdBy)":"[^"]*"/g, '"$1":"…"')
    );
  }

  async function note(name: string, path: string, init?: RequestInit): Promise<Asked> {
    const asked = await ask(path, init);
    const isJson = asked.headers.get("Content-Type")?.startsWith("application/json") ?? false;
    answers.set(
      name,
      `${asked.status} ${isJson && path.startsWith("/v1") && path !== "/v1/openapi.json" ? same(asked.text) : ""}`.trim(),
    );
    return asked;
  }

  const send = (name: string, method: string, path: string, body?: unknown) =>
    note(name, `/v1${path}`, { method, ...(body !== undefined && { body: JSON.stringify(body) }) });
  const idIn = ({ text }: Asked, name: string): string => {
    const id = /"id":"?([^",}]+)/.exec(text)?.[1] ?? "1";
    known.push([id.length > 3 ? id : "", name]);
    return id;
  };

  const made = await ask("/v1/keys", { method: "POST", body: JSON.stringify({ name: "Matrix", role: "owner" }) });
  key = /"secret":"([^"]+)"/.exec(made.text)?.[1] ?? "";
  const keyId = idIn(made, "<key>");

  // A write of each kind.
  await send("write: category", "POST", "/categories", { name: "Dogs" });
  const hook = await send("write: webhook", "POST", "/webhooks", { url: `${receiver.url}hook`, types: ["*"] });
  known.push([receiver.url.href, "<receiver>"], [/"secret":"([^"]+)"/.exec(hook.text)?.[1] ?? "", "<secret>"]);
  answers.set("write: webhook", `${hook.status}`);
  const webhookId = idIn(hook, "<webhook>");
  await send("write: pet", "POST", "/pets", {
    name: "Rex",
    categoryId: 1,
    profile: { breed: "Beagle", tags: ["calm"] },
  });
  await send("write: second pet", "POST", "/pets", { name: "Mia", categoryId: 1 });
  await send("write: change of a pet", "PATCH", "/pets/2", { name: "Mia II" });
  await send("write: profile", "PATCH", "/pets/2/profile", { price: { amount: 15_000, currency: "EUR" } });
  await send("write: stock", "POST", "/inventory/2/changes", { delta: 2, reason: "adjustment" });
  const photo = await ask("/v1/pets/1/photos", {
    method: "POST",
    body: await jpeg(),
    headers: { "Content-Type": "image/jpeg" },
  });
  answers.set("write: photo", `${photo.status}`);
  const photoPath = /\/photos\/[-\w]+-small\.webp/.exec(photo.text)?.[0] ?? "";
  answers.set("photo", `${(await ask(photoPath)).status}`);
  await send("write: order", "POST", "/store/orders", { petId: 2, customer: { name: "Ada" } });
  await send("write: completion", "POST", "/store/orders/1/completion");
  await send("write: return", "POST", "/store/orders/1/return", { note: "Allergic" });
  const file = { body: "name,categoryId\nTom,1\nKim,1\n", headers: { "Content-Type": "text/csv" } };
  await note("write: import", "/v1/imports", { method: "POST", ...file });
  const invitation = await ask("/v1/invitations", { method: "POST", body: '{"name":"Anna","role":"staff"}' });
  answers.set("write: invitation", `${invitation.status}`);
  const [, guest = ""] = /invitation=([^"]+)/.exec(invitation.text) ?? [];
  idIn(invitation, "<invitation>");
  const form = new URLSearchParams({ name: "Ada", contact: "ada@example.com", message: "Is Rex good with cats?" });
  // A page may be a second late.
  const findsRex = async () => (await ask("/pets/1-rex")).status === 200;
  const hasShop = (await ask("/robots.txt")).status === 200;
  if (hasShop) await until(findsRex, "the page of the first pet");
  await note("write: inquiry", "/pets/1-rex", { method: "POST", body: form, headers: { Authorization: "" } });
  await send("a change that is refused", "PATCH", "/pets/1", { name: "\u200b" });
  await send("a change of nothing", "DELETE", "/pets/404");

  // The stream has what happens from here on; the feed and its readers have what happened before.
  const reading = new AbortController();
  const tls = { rejectUnauthorized: false };
  const init = { signal: reading.signal, headers: { Authorization: `Bearer ${key}` }, tls } as RequestInit;
  const stream = await fetch(`${origin}/v1/events/stream`, init);
  requests += 1;
  const reader = stream.body?.getReader();
  await send("write: last change", "PATCH", "/pets/2", { status: "pending" });
  let streamed = "";
  await until(async () => {
    streamed += new TextDecoder().decode((await reader?.read())?.value);
    // On PostgreSQL, events from before may come first: they got their positions after the stream began.
    return streamed.includes("event: pet.updated") && streamed.includes('"status":"pending"');
  }, "an event of the stream");
  reading.abort();
  answers.set("stream", `${stream.status}`);
  if (hook.status === 201) await until(() => received.includes("pet.updated"), "a message to the webhook");
  answers.set("webhook", `${received.includes("pet.created")}`);

  const ids = {
    keyId,
    webhookId,
    petId: "2",
    orderId: "1",
    categoryId: "1",
    importId: "1",
    inquiryId: "1",
    photoId: "1",
  };
  for (const { id, method, path, credential, success } of operations) {
    if (method !== "GET" || success.eventStream) continue;
    const filled = path.replace(/\{(\w+)\}/g, (_, name: keyof typeof ids) => ids[name] ?? "1");
    const headers = credential === "invitation" ? { Authorization: `Bearer ${guest}` } : {};
    const asked = await note(id, `/v1${filled}`, { headers });
    // How far the messages are is a matter of milliseconds.
    if (id === "listDeliveries") answers.set(id, `${asked.status}`);
  }
  for (const page of [...PAGES, ...OTHER_PAGES])
    await note(page, page, { headers: { Authorization: "", Accept: "text/html" } });
  return { answers, requests };
}
