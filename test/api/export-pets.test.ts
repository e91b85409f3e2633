import { test as bunTest, expect } from "bun:test";
import { careColumns } from "../../src/contract/care/care-lines.ts";
import { profileMembers } from "../../src/contract/pets/profiles.ts";
import { runCommand } from "../support/command.ts";
import { test } from "../support/databases.ts";
import { addPet, bodyOf, NOW, openService, rex, type TestService } from "../support/harness.ts";
import { until } from "../support/program.ts";

const PROFILE = {
  breed: "Beagle; long",
  sex: "female",
  birthDate: "2024-05",
  description: 'Calm.\n"Shy"',
  tags: ["calm", "good with children"] as string[],
  price: { amount: 15_050n, currency: "EUR" },
  reference: "A-7",
  arrivedOn: "2026-11-02",
} as const;

/** More than a part has, and than three. */
const MANY = 601;

/** More than the sockets of both sides hold while the client reads nothing. */
const LONG = `insert into pets (name, category_id, status, quantity)
  with recursive ids (id) as (select 1 union all select id + 1 from ids where id < 100000)
  select 'Rex', 7, 'available', 1 from ids`;

async function textOf(service: TestService, query = ""): Promise<string> {
  return (await service.send(`/v1/pets/export${query}`)).text();
}

/** The ids in a file, whose names have no line breaks. */
const idsIn = (text: string) => [...text.matchAll(/^(\d+),/gm)].map(([, id]) => Number(id));

test("has the bytes of `petstore export`, however many parts it has", async () => {
  await using service = await openService();
  await service.stock(MANY);
  await service.admin.createPet({ body: { name: " =1+1", categoryId: -7n, profile: PROFILE } });
  const args = ["export", "-", "--format", "csv"];
  const { stdout } = await runCommand(process.cwd(), { DATABASE_URL: service.databaseUrl }, args);
  expect(idsIn(stdout)).toHaveLength(MANY + 1);
  expect(await textOf(service)).toBe(stdout);
});

test("is for people with a spreadsheet if they ask for it: names, decimal commas, no text that is changed", async () => {
  await using service = await openService();
  const { client } = await service.as(["pets:read"]);
  const { body } = await service.admin.createCategory({ body: { name: "=Dogs" } });
  const categoryId = (body as { readonly id: bigint }).id;
  await service.admin.createPet({ body: { name: "-Rex", categoryId, profile: PROFILE } });
  await addPet(service.store, { ...rex, name: "Tom" });
  const query = "?spreadsheet=true&separator=semicolon&byteOrderMark=true";
  const titles = `\ufeffid;name;category;status;quantity;${[...profileMembers, ...careColumns].join(";")};createdAt\r\n`;
  const kept = (text: string) => `"=""${text}"""`;
  const profile =
    `"Beagle; long";female;${kept("2024-05")};;;;"Calm.\n""Shy""";calm|good with children;` +
    `${kept("150,50 EUR")};${kept("A-7")};;${kept("2026-11-02")};;;;;;`;
  const tom = `2;Tom;7;available;1;;;;;;;;;;;;;;;;;;;${kept(NOW)}\r\n`;
  // A file with a mark at its start, which a text has no more.
  const bytes = await (await service.send(`/v1/pets/export${query}`)).arrayBuffer();
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  expect(text).toBe(`${titles}1;${kept("-Rex")};${kept("=Dogs")};available;1;${profile};${kept(NOW)}\r\n${tom}`);
  expect(await client.exportPets({ query: { spreadsheet: true } })).toMatchObject({
    body: expect.stringContaining(`\n1,${kept("-Rex")},${categoryId},available,`),
  });
});

test("has the pets that match, in the order of the list", async () => {
  await using service = await openService();
  await service.stock(MANY);
  await addPet(service.store, { ...rex, name: "Ada", status: "sold" }, 0);
  await service.admin.updatePet({ params: { petId: 300n }, body: { name: "Zoe" } });
  expect(idsIn(await textOf(service, "?status=sold"))).toEqual([MANY + 1]);
  expect(idsIn(await textOf(service, "?ids=5,2,700"))).toEqual([2, 5]);
  expect(idsIn(await textOf(service, "?q=zoe"))).toEqual([300]);
  const descending = idsIn(await textOf(service, "?order=desc"));
  expect(descending).toEqual(Array.from({ length: MANY + 1 }, (_, nth) => MANY + 1 - nth));
  const byName = idsIn(await textOf(service, "?sort=name"));
  expect([byName.length, byName[0], byName.at(-1)]).toEqual([MANY + 1, MANY + 1, 300]);
  expect(await textOf(service, "?name=none")).toMatch(/^id,name,.+,createdAt\r\n$/);
});

test("refuses what the list refuses, before anything is sent", async () => {
  await using service = await openService();
  for (const query of ["priceFrom=5", "separator=tab", "status=here", "spreadsheet=yes"]) {
    expect((await service.send(`/v1/pets/export?${query}`)).status).toBe(400);
  }
});

// What is sent when is decided above the engine: one engine shows it.
bunTest(
  "is read while it is sent: no pet is in it twice, and one that is changed or removed on the way is as it is then",
  async () => {
    await using service = await openService();
    await service.sql(LONG);
    const response = await service.send("/v1/pets/export");
    await service.sql("delete from pets where id = 1; update pets set name = 'Zoe', quantity = 9 where id = 100000");
    await service.sql(
      "delete from pets where id = 99999; insert into pets (name, category_id, status, quantity) values ('New', 7, 'sold', 0)",
    );
    const text = await response.text();
    expect(idsIn(text)).toEqual([...Array.from({ length: 99_998 }, (_, nth) => nth + 1), 100_000, 100_001]);
    const rest = ",".repeat(profileMembers.length + careColumns.length + 1);
    expect(text).toEndWith(`100000,Zoe,7,available,9${rest}\r\n100001,New,7,sold,0${rest}\r\n`);
  },
);

bunTest("leaves nothing behind when its client goes away or does not read", async () => {
  await using service = await openService();
  await service.sql(LONG);
  const unread = await Promise.all(Array.from({ length: 5 }, () => service.send("/v1/pets/export")));
  expect(await service.reader.listPets({ query: { limit: 1 } })).toMatchObject({ ok: true });
  for (const { body } of unread) await body?.cancel();
  const ended = () => service.log.filter(({ fields }) => fields["operation"] === "exportPets").length;
  await until(() => ended() === unread.length, "the log lines");
  expect(service.inFlight()).toBe(0);
  expect((await service.send("/v1/pets/export", { method: "HEAD" })).status).toBe(200);
  expect(await (await service.send("/metrics")).text()).toContain("petstore_http_streams_open 0");
});

test("breaks the response off and logs the cause when the store fails in the middle", async () => {
  await using service = await openService();
  await service.stock(5000);
  await service.sql(`
    alter table pets rename to moved_pets;
    create view pets as select id, name, category_id, status,
      case when id > 4000 then abs(id * 0 - 9223372036854775807 - 1) else quantity end as quantity from moved_pets`);
  const response = await service.send("/v1/pets/export");
  expect(response.status).toBe(200);
  await expect(response.text()).rejects.toThrow("closed unexpectedly");
  await until(() => service.log.length > 0, "the log line");
  expect(service.log).toMatchObject([{ level: "error", fields: { operation: "exportPets" } }]);
});

test("includes care only for a key that may read care", async () => {
  await using service = await openService();
  const file = "name,categoryId,vaccinatedOn,grams\nRex,7,2026-11-01,3500\n";
  await service.admin.createImport({ file });
  const cares = ["2026-11-01,,,3500,2026-11-21", ",,,,"];
  for (const [nth, scopes] of ([["pets:read", "care:read"], ["pets:read"]] as const).entries()) {
    const { secret: key } = await bodyOf(service.admin.createKey({ body: { name: "till", scopes: [...scopes] } }));
    const response = await service.send("/v1/pets/export", { headers: { Authorization: `Bearer ${key}` } });
    expect(await response.text()).toContain(`,,${cares[nth]},${new Date(service.now).toISOString()}`);
  }
});
