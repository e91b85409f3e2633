/* `petstore import --photo-urls`: the photos whose addresses a file names, from servers that may be hostile. */
import { expect, test } from "bun:test";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { checkPublicAddress } from "../../src/commands/photos/fetch-photo.ts";
import { type FailedPhoto, importPhotoUrls } from "../../src/commands/photos/import-photo-urls.ts";
import { flagOf } from "../../src/files/layouts/layout-formats.ts";
import { readMapping } from "../../src/files/layouts/mapping.ts";
import { openFile } from "../../src/files/reading/open-file.ts";
import { NOON } from "../support/harness.ts";
import { jpeg } from "../support/images.ts";
import { until } from "../support/program.ts";
import { openShop, refused, type Shop, testEach, withStore } from "./folder.ts";

/** Stands for a host of the public internet, whose name the test resolves to its own server. */
const HOST = "photos.example";

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** A server of photos, and the paths that it was asked for. */
async function startPhotos(answer: Answer) {
  const asked: string[] = [];
  const server: Server = createServer((request, response) => {
    asked.push(request.url ?? "");
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    asked,
    at: (path: string) => `http://${HOST}:${port}/${path}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A photo whose width is the number in its address, such as `/12.jpg`. */
async function sendPhoto({ url = "" }: IncomingMessage, response: ServerResponse): Promise<void> {
  response.end(await jpeg(Number(/(\d+)\.jpg/.exec(url)?.[1] ?? 5), 4));
}

/** Fetches the photos of a file whose pets are imported, as the command does; the host of the test counts as public. */
async function fetchPhotos(
  shop: Shop,
  name = "pets.csv",
  { from, signal }: { from?: "shopify"; signal?: AbortSignal } = {},
) {
  const failed: FailedPhoto[] = [];
  const mapping = { ...readMapping({ from }, flagOf), takesPhotos: true };
  const done = await importPhotoUrls({
    url: shop.url,
    file: await openFile(shop.file(name), { mapping, timeZone: "UTC", now: NOON }),
    photoUrl: (token, size) => `https://shop.example/photos/${token}-${size}.webp`,
    now: NOON,
    report: () => {},
    signal: signal ?? new AbortController().signal,
    onFailure: (failure) => failed.push(failure),
    check: async (url) =>
      new URL(url).hostname === HOST ? { url: new URL(url), addresses: ["127.0.0.1"] } : checkPublicAddress(url),
    timeoutMs: 2_000,
  });
  return { done, failed, reasons: failed.map(({ line, reason }) => `${line}: ${reason}`) };
}

/** The widths of the photos of the first pets. */
function widthsOf({ url }: Shop, count: number) {
  return withStore(url, async ({ photos }) => {
    const ids = Array.from({ length: count }, (_, index) => BigInt(index + 1));
    const found = await photos.list(ids);
    return ids.map((id) => found.filter(({ petId }) => petId === id).map(({ width }) => width));
  });
}

const table = (...rows: readonly string[]) => `name,category,Photos,Photo 2\n${rows.join("\n")}\n`;

test("addresses that are not public are named and never asked, and the pets are imported", async () => {
  using shop = openShop();
  const addresses = [
    ...["https://127.0.0.1/a.jpg", "https://10.1.2.3/a.jpg", "https://169.254.169.254/latest", "https://[::1]/a.jpg"],
    ...[
      "https://[::ffff:127.0.0.1]/a.jpg",
      "https://[fe80::1]/a.jpg",
      "https://0x7f000001/a.jpg",
      "https://localhost/a.jpg",
    ],
  ];
  const run = await shop.importText(
    "pets.csv",
    table(...addresses.map((address) => `Rex,Dog,${address},http://example.com/a.jpg`)),
    ...["--create-categories", "--photo-urls"],
  );
  expect(run).toMatchObject({ exitCode: 1, stdout: expect.stringContaining("8 pets, 8 new") });
  for (const [index, address] of addresses.entries()) {
    const line = `skipping "${address}": line ${index + 2}: not fetched: expected a host all of whose addresses are public`;
    expect(run.stderr).toContain(line);
  }
  expect(run.stderr).toContain(
    'skipping "http://example.com/a.jpg": line 2: not fetched: expected a URL that starts with https://',
  );
  expect(run.stderr).toContain("--photo-urls: 16 photos could not be imported; run the same command again");
  expect(run.stderr).not.toContain("ignoring the column");
});

testEach("each pet gets its photos in the order of the file, once, also by a pet without a number", async (shop) => {
  await using server = await startPhotos(sendPhoto);
  const { at } = server;
  const text = table(
    `Rex,Dog,"${at("11.jpg")}, ${at("w_3,h_4/12.jpg")}",${at("13.jpg")}`,
    "Mia,Cat,no photo,",
    `Bo,Dog,${at("31.jpg")} ${at("32.jpg")},${at("31.jpg")}`,
  );
  await shop.importText("pets.csv", text, "--create-categories", "--photo-urls");
  expect(await fetchPhotos(shop)).toMatchObject({ done: { added: 5, known: 0, failed: 0 }, failed: [] });
  expect(await widthsOf(shop, 3)).toEqual([[11, 12, 13], [], [31, 32]]);
  expect((await shop.doctor()).failed).toEqual([]);
  // All are there: nothing is asked for again.
  expect((await fetchPhotos(shop)).done).toBeUndefined();
  const again = await shop.run("import", "pets.csv", "--photo-urls");
  expect(again).toMatchObject({ exitCode: 0, stdout: expect.stringContaining("No photos are left to fetch.") });
  expect(server.asked.length).toBe(5);
});

test("rows of a further picture belong to the pet of the first row, as in Shopify's export", async () => {
  using shop = openShop();
  await using server = await startPhotos(sendPhoto);
  const rows = [
    "Handle,Title,Type,Variant Price,Image Src,Image Position",
    `rex,Rex,Dog,10,${server.at("1.jpg")},1`,
    `rex,,,,${server.at("2.jpg")},2`,
    `mia,Mia,Cat,10,${server.at("3.jpg")},1`,
    `rex,,,,${server.at("4.jpg")},3`,
  ];
  const options = ["--from", "shopify", "--currency", "EUR", "--create-categories"];
  const run = await shop.importText("pets.csv", rows.join("\n"), ...options, "--photo-urls");
  expect(run).toMatchObject({ exitCode: 1, stdout: expect.stringContaining("2 pets, 2 new") });
  expect((await fetchPhotos(shop, "pets.csv", { from: "shopify" })).done).toEqual({ added: 4, known: 0, failed: 0 });
  expect(await widthsOf(shop, 2)).toEqual([[1, 2, 4], [3]]);
});

testEach("an import that stops goes on where it stopped, and asks for nothing that it has", async (shop) => {
  const photos = Array.from({ length: 12 }, (_, index) => index + 1);
  const stopped = new AbortController();
  await using server = await startPhotos((request, response) => {
    if (server.asked.length < 7) sendPhoto(request, response);
    // The others are never answered.
    else if (!stopped.signal.aborted)
      until(async () => (await widthsOf(shop, 12)).flat().length === 6, "six").then(() => stopped.abort());
    else sendPhoto(request, response);
  });
  const text = table(...photos.map((nth) => `Pet ${nth},Dog,${server.at(`${nth}.jpg`)},`));
  await shop.importText("pets.csv", text, "--create-categories", "--photo-urls");
  await expect(fetchPhotos(shop, "pets.csv", { signal: stopped.signal })).rejects.toThrow("run the same command again");
  const first = server.asked.splice(0);
  expect((await widthsOf(shop, 12)).flat()).toHaveLength(6);
  expect((await fetchPhotos(shop)).done).toEqual({ added: 6, known: 6, failed: 0 });
  expect(await widthsOf(shop, 12)).toEqual(photos.map((nth) => [nth]));
  expect(server.asked.filter((path) => first.slice(0, 6).includes(path))).toEqual([]);
});

test("four photos are fetched at a time", async () => {
  using shop = openShop();
  const waiting: (() => void)[] = [];
  let most = 0;
  await using server = await startPhotos((request, response) => {
    waiting.push(() => sendPhoto(request, response));
    most = Math.max(most, waiting.length);
  });
  const text = table(...Array.from({ length: 9 }, (_, nth) => `Pet ${nth},Dog,${server.at(`${nth + 1}.jpg`)},`));
  await shop.importText("pets.csv", text, "--create-categories", "--photo-urls");
  const fetching = fetchPhotos(shop);
  for (let answered = 0; answered < 9; answered++) {
    await until(() => waiting.length === Math.min(4, 9 - answered), "as many as may wait");
    waiting.shift()?.();
  }
  expect((await fetching).done).toEqual({ added: 9, known: 0, failed: 0 });
  expect(most).toBe(4);
});

const MEGABYTE = Buffer.alloc(1 << 20);

const redirect =
  (location: string): Answer =>
  (_, response) =>
    response.writeHead(302, { Location: location }).end();

/** What servers do, and what is said of it. */
const HOSTILE: Readonly<Record<string, readonly [Answer, RegExp]>> = {
  drip: [
    (_, response) => {
      response.writeHead(200, { "Content-Type": "image/jpeg" });
      const timer = setInterval(() => response.write("x"), 50);
      response.on("close", () => clearInterval(timer));
    },
    /it was not received within 2 s/,
  ],
  silence: [() => {}, /it was not received within 2 s/],
  endless: [
    (_, response) => {
      const more = () => !response.destroyed && response.write(MEGABYTE, more);
      more();
    },
    /a photo may have at most 20971520 bytes; this one has more/,
  ],
  announced: [
    (_, response) => response.writeHead(200, { "Content-Length": 30_000_000 }).write("x"),
    /a photo may have at most 20971520 bytes; this one has more/,
  ],
  cut: [
    (_, response) => {
      response.writeHead(200, { "Content-Length": 1000 });
      response.write("x", () => response.destroy());
    },
    /no response \(/,
  ],
  loopback: [redirect("https://127.0.0.1/a.jpg"), /not fetched: expected a host all of whose addresses are public/],
  mapped: [
    redirect("https://[::ffff:10.0.0.1]/a.jpg"),
    /not fetched: expected a host all of whose addresses are public/,
  ],
  resolved: [redirect("https://localhost/a.jpg"), /not fetched: expected a host all of whose addresses are public/],
  plain: [redirect("http://example.com/a.jpg"), /not fetched: expected a URL that starts with https:/],
  file: [redirect("file:///etc/passwd"), /not fetched: expected a URL that starts with https:/],
  circle: [
    (request, response) => redirect(`http://${request.headers.host}/circle`)(request, response),
    /redirected more than 5 times/,
  ],
  nowhere: [redirect("https://"), /not fetched: expected a URL/],
  missing: [(_, response) => response.writeHead(404).end("no"), /the server answers 404/],
  page: [
    (_, response) => response.writeHead(200, { "Content-Type": "image/jpeg" }).end("<html>"),
    /The file is not an image/,
  ],
  heic: [(_, response) => response.end("\0\0\0\x24ftypheic\0\0\0\0mif1"), /got HEIC: /],
  switching: [
    ({ socket }) => socket.write("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n"),
    /the server answers 101/,
  ],
};

test("a hostile server stops no other photo, and each is named with the reason", async () => {
  using shop = openShop();
  const names = Object.keys(HOSTILE);
  await using server = await startPhotos((request, response) => {
    const [answer] = HOSTILE[request.url?.slice(1) ?? ""] ?? [sendPhoto];
    answer(request, response);
  });
  const text = table(...names.map((name) => `${name},Dog,${server.at(name)},`), `Rex,Dog,${server.at("7.jpg")},`);
  await shop.importText("pets.csv", text, "--create-categories", "--photo-urls");
  const { done, failed } = await fetchPhotos(shop);
  expect(done).toEqual({ added: 1, known: 0, failed: names.length });
  for (const [index, name] of names.entries()) {
    const { reason } = failed.find(({ line }) => line === index + 2) ?? { reason: "none" };
    expect(`${name}: ${reason}`).toMatch(HOSTILE[name]?.[1] ?? /^$/);
  }
  expect((await widthsOf(shop, names.length + 1)).flat()).toEqual([7]);
});

test("without the option, an import says how many addresses it left alone; --dry-run counts them", async () => {
  using shop = openShop();
  const text = table("Rex,Dog,https://a.example/1.jpg https://a.example/2.jpg,", "Mia,Cat,,https://a.example/3.jpg");
  const tried = await shop.importText("pets.csv", text, "--create-categories", "--photo-urls", "--dry-run");
  expect(tried).toMatchObject({
    exitCode: 0,
    stdout: expect.stringContaining("pets.csv names 3 photos by their addresses."),
  });
  const run = await shop.run("import", "pets.csv", "--create-categories");
  expect(run.stderr).toContain(
    "warning: addresses of photos are left alone; only `petstore import --photo-urls` fetches them: 3 (line 2, 3)",
  );
  // Their pets are not known any more, but for those with a number.
  const late = await shop.run("import", "pets.csv", "--photo-urls");
  expect(late).toMatchObject({
    exitCode: 0,
    stdout: expect.stringContaining("No photos are left to fetch. If the pets were"),
  });
  expect(await shop.run("import", "--photo-urls")).toEqual(refused(2, "name a file of pets"));
});
