/* The form in which visitors ask about a pet (decision D66): what it takes, what it keeps, and what it refuses. */
import { Database } from "bun:sqlite";
import { expect, test as plainTest } from "bun:test";
import { INQUIRIES_PER_DAY } from "../../src/core/shop/visitors/inquiry-limits.ts";
import type { Config } from "../../src/service/settings/settings.ts";
import { sqlitePath } from "../../src/store/url.ts";
import { test } from "../support/databases.ts";
import { bodyOf, eventsOf, NOW, openService, type TestService } from "../support/harness.ts";
import { until } from "../support/program.ts";
import { Wire } from "../support/raw-http.ts";

const SETTINGS = { shopName: "Riverside", shopInquiries: 1, shopContact: "tel:+492215550142" };
const ada = { name: "Ada Krause", contact: "ada@example.com", message: "Is she good with cats?" };
const LUNA = "/pets/1-luna";

async function openShop(settings: Partial<Config> = {}): Promise<TestService> {
  const service = await openService({}, undefined, { ...SETTINGS, ...settings });
  await service.admin.createPet({ body: { name: "Luna", categoryId: 7n } });
  return service;
}

interface Sent {
  readonly path?: string;
  readonly headers?: Record<string, string>;
  readonly method?: string;
}

/** Sends a form as a browser does. */
async function send(service: TestService, fields: object | string, { path = LUNA, headers = {}, method }: Sent = {}) {
  const body = typeof fields === "string" ? fields : new URLSearchParams(fields as Record<string, string>).toString();
  const type = { "Content-Type": "application/x-www-form-urlencoded" };
  const init = { method: method ?? "POST", headers: { ...type, ...headers }, body };
  const response = await service.fetch(new Request(`http://shop.test${path}`, init));
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** Sends a form that is refused, and follows the redirect as a browser does. */
async function refused(service: TestService, fields: object, sent: Sent = {}) {
  const { status, headers } = await send(service, fields, sent);
  const location = headers.get("Location") ?? "";
  expect([status, headers.get("Cache-Control"), location]).toEqual([303, "no-store", expect.stringMatching(UNSENT)]);
  return { ...(await visit(service, location.replace("#ask", ""))), location, redirect: headers };
}

const UNSENT = /^\/pets\/1-luna\?(?:lang=de&)?unsent=[-\w]{22}(?:&lang=de)?(?:#ask)?$/;

/** Sends as another network than all other tests' visitors. */
const from = (address: string) => ({ headers: { "X-Forwarded-For": address } });

async function visit(service: TestService, path: string) {
  const response = await service.fetch(new Request(`http://shop.test${path}`));
  return { status: response.status, headers: response.headers, text: await response.text() };
}

const stored = ({ reader }: TestService) => bodyOf(reader.listInquiries({ query: { limit: 100 } }));

plainTest("without SHOP_INQUIRIES there is no form, and a page takes none", async () => {
  await using service = await openShop({ shopInquiries: 0 });
  const { text } = await visit(service, LUNA);
  expect(text).not.toContain("<form");
  expect(text).toContain('href="tel:+492215550142"');
  expect((await send(service, ada)).status).toBe(405);
});

test("a form becomes an inquiry, and thanks that may be loaded again", async () => {
  await using service = await openShop({ inquiriesRetentionDays: 90 });
  const page = await visit(service, LUNA);
  expect(page.text).toContain(`<form class="sheet" method="post" action="${LUNA}" novalidate>`);
  expect(page.text).toContain("90 days after");
  const message = "Is she good with cats?\r\n\r\nWe have two.";
  const { status, headers } = await send(service, { ...ada, name: "  Ada Krause ", message });
  expect([status, headers.get("Location"), headers.get("Cache-Control")]).toEqual([
    303,
    `${LUNA}?sent=1#ask`,
    "no-store",
  ]);
  const asked = { ...ada, message: "Is she good with cats?\n\nWe have two." };
  expect(await stored(service)).toEqual([{ id: 1n, petId: 1n, at: NOW, ...asked, state: "new" }]);
  for (let times = 0; times < 2; times++) {
    const thanks = await visit(service, `${LUNA}?sent=1`);
    expect(thanks.text).toContain("your message has arrived");
    expect(thanks.text).toContain('content="noindex"');
    expect(thanks.text).not.toContain("<form");
  }
  expect(await stored(service)).toHaveLength(1);
  expect((await visit(service, LUNA)).text).toContain("<form");
});

test("a form that is sent twice is one inquiry, and one with the number alone is for the same pet", async () => {
  await using service = await openShop();
  const all = await Promise.all([
    send(service, ada),
    send(service, ada),
    send(service, ada, { path: "/pets/1?lang=de" }),
  ]);
  expect(all.map(({ status, headers }) => [status, headers.get("Location")])).toEqual([
    [303, `${LUNA}?sent=1#ask`],
    [303, `${LUNA}?sent=1#ask`],
    [303, `${LUNA}?sent=1&lang=de#ask`],
  ]);
  expect(await stored(service)).toHaveLength(1);
});

plainTest(
  "what is missing is said at its field, in the language of the visitor, and what was typed stays",
  async () => {
    await using service = await openShop();
    const words = {
      name: "Bitte schreiben Sie Ihren Namen",
      contact: "Bitte geben Sie eine E-Mail-Adresse oder Telefonnummer an",
      message: "Bitte schreiben Sie, was Sie wissen möchten",
    };
    const long = "x".repeat(2001);
    for (const [fields, ...wrong] of [
      [{ ...ada, name: "" }, "name"],
      [{ ...ada, name: " \t " }, "name"],
      [{ ...ada, name: "Ada\r\nBcc: all@example.com" }, "name"],
      [{ ...ada, name: "A".repeat(256) }, "name"],
      [{ ...ada, name: "A\0B" }, "name"],
      [{ ...ada, contact: "soon" }, "contact"],
      [{ ...ada, contact: "12 34" }, "contact"],
      [{ ...ada, contact: "ada@example.com\r\nBcc: all@example.com" }, "contact"],
      [{ ...ada, message: "" }, "message"],
      [{ ...ada, message: long }, "message"],
      [{ name: "Ada" }, "contact", "message"],
      [{}, "name", "contact", "message"],
    ] as const) {
      const { status, headers, text } = await refused(service, fields, { path: `${LUNA}?lang=de` });
      expect([status, headers.get("Cache-Control")]).toEqual([200, "no-store"]);
      const said = [...text.matchAll(/id="wrong-(\w+)">([^<,.]*)/g)].map(([, field, words]) => [field, words]);
      expect(said).toEqual(wrong.map((field) => [field, expect.stringContaining(words[field].split(",")[0] ?? "")]));
      expect(text.match(/autofocus/g)).toHaveLength(1);
      for (const [field, value] of Object.entries(fields)) {
        const [, kept] = new RegExp(`name="${field}"[^>]*?(?: value="|>\\n)([^"<]*)`).exec(text) ?? [];
        expect(kept).toBe(value.replaceAll("\r\n", "\n").replaceAll("\0", "").trim());
      }
    }
    expect(await stored(service)).toEqual([]);
  },
);

plainTest("contacts that people have are taken: addresses and numbers of every country", async () => {
  await using service = await openShop({ trustProxy: 1 });
  const contacts = [
    "a@b.de",
    "Ada <ada@müller.example>",
    "+49 (0)170 12-34",
    "110 20",
    "٠١٢٣٤٥٦",
    "signal: 0170/1234567",
  ];
  for (const [nth, contact] of contacts.entries()) {
    const from = { "X-Forwarded-For": `192.0.2.${nth}` };
    expect((await send(service, { ...ada, contact }, { headers: from })).status).toBe(303);
  }
  expect((await stored(service)).map(({ contact }) => contact)).toEqual(contacts);
});

plainTest("no field can become markup, in the form or in what staff read", async () => {
  await using service = await openShop();
  const attack = `"'><script>alert(1)</script><img src=x onerror=alert(1)>&amp;{{7*7}}</textarea>`;
  for (const wrong of ["name", "contact", "message"]) {
    const fields = { name: attack, contact: attack, message: attack, [wrong]: "" };
    const { text } = await refused(service, fields);
    expect(text).not.toMatch(/<script>alert|<img src=x|"'>|&amp;\{\{.*<\/textarea><\/textarea>/);
    expect(text.match(/&lt;script&gt;alert/g)).toHaveLength(2);
  }
  expect((await send(service, { ...ada, name: attack, message: attack })).status).toBe(303);
  const response = await service.send("/v1/inquiries");
  expect(response.headers.get("Content-Type")).toBe("application/json");
  expect(await response.json()).toMatchObject([{ name: attack, message: attack }]);
});

plainTest("nothing that was typed reaches a header", async () => {
  await using service = await openShop();
  const typed = "x%0d%0aSet-Cookie:%20a=b";
  const { headers } = await send(service, `name=${typed}&contact=12345&message=${typed}`, {
    path: `/pets/1-${typed}?lang=${typed}&sent=${typed}`,
  });
  expect([...headers].flat().join("\n")).not.toMatch(/a=b|Set-Cookie/i);
});

plainTest("what fills in the field that nobody sees is thanked, and nothing is stored", async () => {
  await using service = await openShop();
  const { status, headers } = await send(service, { ...ada, homepage: "https://spam.example" });
  expect([status, headers.get("Location")]).toEqual([303, `${LUNA}?sent=1#ask`]);
  expect(await stored(service)).toEqual([]);
});

plainTest("a form of another website is refused, with a page", async () => {
  await using service = await openShop({ trustProxy: 1 });
  const own = `http://127.0.0.1:${service.port}`;
  let nth = 0;
  for (const [headers, status] of [
    [{ "Sec-Fetch-Site": "cross-site", Origin: "https://evil.example" }, 403],
    [{ "Sec-Fetch-Site": "same-site" }, 403],
    [{ Origin: "https://evil.example" }, 403],
    [{ Origin: "null" }, 403],
    [{ Origin: `${own}0` }, 403],
    [{ Origin: own }, 303],
    [{ "Sec-Fetch-Site": "same-origin", Origin: "https://pets.example" }, 303],
    [{}, 303],
  ] as const) {
    const from = { "X-Forwarded-For": `192.0.2.${++nth}` };
    const sent = await send(service, { ...ada, message: `Question ${nth}` }, { headers: { ...headers, ...from } });
    expect([headers, sent.status]).toEqual([headers, status]);
    if (status === 403) expect(sent.text).toContain("This was not sent");
  }
  expect(await stored(service)).toHaveLength(3);
});

test("the way back from a refused form that was sent then shows the form, and sends nothing", async () => {
  await using service = await openShop();
  const { location } = await refused(service, { ...ada, contact: "soon" });
  expect((await send(service, ada)).headers.get("Location")).toBe(`${LUNA}?sent=1#ask`);
  for (let times = 0; times < 2; times++) {
    const back = await visit(service, location.replace("#ask", ""));
    expect([back.status, back.headers.get("Cache-Control")]).toEqual([200, "no-store"]);
    expect(back.text).toContain('value="soon"');
  }
  expect(await stored(service)).toHaveLength(1);
  service.now += 3_600_000;
  const later = await visit(service, location.replace("#ask", ""));
  expect(later.text).toContain("what you typed is no longer here");
  expect(later.text).not.toContain('value="soon"');
});

plainTest("thirty people behind one address ask; who asks more than ten times a day is told another way", async () => {
  await using service = await openShop({ trustProxy: 1 });
  const people = Array.from({ length: 30 }, (_, nth) => ({ ...ada, contact: `visitor-${nth}@example.com` }));
  const all = await Promise.all(people.map((person) => send(service, person, from("192.0.2.1"))));
  expect(all.map(({ headers }) => headers.get("Location"))).toEqual(people.map(() => `${LUNA}?sent=1#ask`));
  // What is refused for its content, and what is sent twice, does not count.
  for (let nth = 0; nth < 30; nth++) await refused(service, { ...ada, name: "" }, from("192.0.2.2"));
  for (let nth = 0; nth < 30; nth++) expect((await send(service, ada, from("192.0.2.2"))).status).toBe(303);
  const again = (nth: number) => ({
    ...ada,
    contact: nth % 2 ? "Ada@example.com " : "ada@example.com",
    message: `${nth}`,
  });
  for (let nth = 2; nth <= 10; nth++) await send(service, again(nth), from(`192.0.2.${nth}`));
  const eleventh = await refused(service, again(11), from("198.51.100.1"));
  expect(eleventh.redirect.get("Retry-After")).toBe(String(12 * 3600));
  expect(eleventh.text).toContain("11</textarea>");
  expect(eleventh.text).toMatch(/role="alert">We cannot take more messages today.*href="tel:\+492215550142"/);
  expect(await stored(service)).toHaveLength(40);
});

plainTest("one network cannot use up the day, and a part of it stays for networks that have sent nothing", async () => {
  await using service = await openShop({ trustProxy: 1 });
  const ask = async (nth: number, address: string) => {
    const sent = await send(service, { ...ada, contact: `${nth}@example.com` }, from(address));
    return sent.headers.get("Location") === `${LUNA}?sent=1#ask`;
  };
  let nth = 0;
  const flood = async (addresses: readonly string[], each: number) => {
    let taken = 0;
    for (const address of addresses)
      for (let times = 0; times < each; times++) if (await ask(++nth, address)) taken += 1;
    return taken;
  };
  expect(await flood(["192.0.2.1"], 60)).toBe(50);
  // 37 networks that send five each, and 100 of one customer of a provider.
  const networks = Array.from({ length: 37 }, (_, network) => `198.51.100.${network}`);
  expect(await flood(networks, 5)).toBe(90 + 19);
  const customer = Array.from({ length: 100 }, (_, network) => `2001:db8:1:${network.toString(16)}::1`);
  expect(await flood(customer, 1)).toBe(1);
  expect(
    await flood(
      Array.from({ length: 40 }, (_, network) => `203.0.113.${network}`),
      1,
    ),
  ).toBe(40);
  expect(await flood(["203.0.113.100"], 1)).toBe(0);
  service.now += 12 * 3_600_000;
  expect(await flood(["192.0.2.1", "203.0.113.100"], 1)).toBe(2);
});

plainTest("forms that arrive slowly keep nobody out: 64 from 8 networks, and 200 from one", async () => {
  await using service = await openShop({ trustProxy: 1 });
  using stack = new DisposableStack();
  const body = new URLSearchParams({ ...ada, message: "Slowly" }).toString();
  /** Sends a form but for its last character. */
  const begin = async (address: string, isAwaited = true) => {
    const wire = stack.use(new Wire(service.port));
    const type = "Content-Type: application/x-www-form-urlencoded";
    const head = `POST ${LUNA} HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: ${address}\r\n${type}\r\nContent-Length: ${body.length}\r\n\r\n`;
    const before = service.inFlight();
    await wire.send(head + body.slice(0, -1));
    if (isAwaited) await until(() => service.inFlight() > before, "the form");
    return wire;
  };
  let nth = 0;
  const served = async () => {
    const all = Array.from({ length: 60 }, () => {
      nth += 1;
      return send(service, { ...ada, contact: `${nth}@example.com` }, from(`203.0.113.${nth}`));
    });
    return (await Promise.all(all)).filter(({ headers }) => headers.get("Location") === `${LUNA}?sent=1#ask`).length;
  };
  const first = await begin("192.0.2.1");
  for (let form = 1; form < 64; form++) await begin(`192.0.2.${1 + (form % 8)}`);
  expect(await served()).toBe(60);
  await first.send(body.slice(-1));
  expect((await first.response("POST")).status).toBe(303);
  // The network with the most loses its oldest.
  const slow: Wire[] = [];
  for (let form = 0; form < 200; form++) slow.push(await begin("198.51.100.1", false));
  expect((await slow[0]?.response("POST"))?.status).toBe(503);
  expect(await served()).toBe(60);
  expect((await visit(service, LUNA)).status).toBe(200);
});

test("staff are notified once a day that a limit was reached", async () => {
  await using service = await openShop({ trustProxy: 1 });
  await send(service, ada);
  await service.sql(`update inquiry_days set taken = ${INQUIRIES_PER_DAY - 1}`);
  const all = await Promise.all(
    [1, 2, 3].map((nth) => send(service, { ...ada, message: `Question ${nth}` }, from(`192.0.2.${nth}`))),
  );
  const isSent = all.map(({ headers }) => headers.get("Location") === `${LUNA}?sent=1#ask`);
  expect(isSent.filter(Boolean)).toHaveLength(1);
  expect(all[isSent.indexOf(false)]?.headers.get("Retry-After")).toBe(String(12 * 3600));
  const data = { day: NOW.slice(0, 10), limit: "day" as const, max: INQUIRIES_PER_DAY };
  await service.publish();
  expect(await eventsOf(service, { query: { types: ["inquiry.limited"] } })).toMatchObject([{ at: NOW, data }]);
});

test("the same question is one within an hour, also across a full hour, and two after it", async () => {
  await using service = await openShop();
  service.now = Date.parse("2026-12-01T12:59:59.900Z");
  await send(service, ada);
  service.now += 200;
  await send(service, ada);
  expect(await stored(service)).toHaveLength(1);
  service.now += 3_600_000;
  await send(service, ada);
  expect(await stored(service)).toHaveLength(2);
});

plainTest("a message that cannot be stored is said to be that, kept in the form, and logged", async () => {
  await using service = await openShop({ databaseWaitSeconds: 1 });
  using other = new Database(sqlitePath(service.databaseUrl));
  other.run("begin immediate");
  const { text } = await refused(service, ada);
  expect(text).toContain("We could not store your message");
  expect(text).toContain(`${ada.message}</textarea>`);
  expect(service.log.filter(({ level }) => level === "warn")).toHaveLength(1);
});

test("refuses inquiries about a pet that has found a home, was removed, or never existed", async () => {
  await using service = await openShop();
  for (const name of ["Sold", "Removed"]) await service.admin.createPet({ body: { name, categoryId: 7n } });
  await service.admin.updatePet({ params: { petId: 2n }, body: { status: "sold" } });
  await service.admin.deletePet({ params: { petId: 3n } });
  await service.publish();
  for (const [path, status, text] of [
    ["/pets/2-sold", 410, "has found a home"],
    ["/pets/3-removed", 410, "no longer here"],
    ["/pets/4", 404, "no such page"],
    ["/pets/x", 404, "no such page"],
  ] as const) {
    expect(await send(service, ada, { path })).toMatchObject({ status, text: expect.stringContaining(text) });
  }
  expect(await stored(service)).toEqual([]);
});

plainTest("what is no form, or too long for one, is refused and not read", async () => {
  await using service = await openShop();
  const json = { headers: { "Content-Type": "application/json" } };
  expect(await send(service, JSON.stringify(ada), json)).toMatchObject({ status: 415 });
  expect(await send(service, { ...ada, message: "x".repeat(50_000) })).toMatchObject({ status: 413 });
  expect(await send(service, ada, { method: "PUT" })).toMatchObject({ status: 405 });
  expect(await send(service, ada, { path: "/" })).toMatchObject({ status: 405 });
  const options = await service.fetch(new Request(`http://shop.test${LUNA}`, { method: "OPTIONS" }));
  expect(options.headers.get("Allow")).toBe("GET, HEAD, POST, OPTIONS");
  expect((await send(service, "name=%FF%FE&contact=%ZZ12345&message=%")).status).toBe(303);
});
