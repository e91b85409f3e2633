/* The agreements that customers sign: the shop's own texts, read at the start, and filled with the data of a pet. */

import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { agreementPlaceholders, fillAgreement } from "../../src/core/shop/orders/agreements.ts";
import { emptyFolder } from "../support/folder.ts";
import { bodyOf, openService } from "../support/harness.ts";
import { runProgram } from "../support/program.ts";

const open = (settings: Parameters<typeof openService>[2]) => openService({}, undefined, settings);

test("without files, both languages have a text with every fact of the pet", async () => {
  await using service = await open({ shopName: "Riverside", shopAddress: "1 Market Street", shopTaxId: "DE1" });
  const papers = await bodyOf(service.reader.getPapers());
  expect(papers).toMatchObject({ shopName: "Riverside", taxId: "DE1", address: { de: "1 Market Street" } });
  expect(papers.taxRate).toBeUndefined();
  for (const html of Object.values(papers.agreement)) {
    for (const name of ["customer.name", "pet.microchip", "pet.care", "order.price"])
      expect(html).toContain(`{{${name}}}`);
  }
  expect(papers.agreement.de).toContain("<h1>Vertrag über {{pet.name}}</h1>");
});

test("the shop's own text is the agreement, without what leads elsewhere", async () => {
  using folder = emptyFolder();
  const path = join(folder.path, "own.md");
  writeFileSync(
    path,
    '# For {{ pet.name }}\n\n<b onclick="x">[Here](javascript:x)</b> ![a](https://x.example/a.png)\n\n3. One',
  );
  await using service = await open({ shopAgreement: path });
  const { agreement } = await bodyOf(service.reader.getPapers());
  expect(agreement.de).toBe(agreement.en);
  expect(agreement.en).toStartWith("<h1>For {{ pet.name }}</h1>");
  expect(agreement.en).toContain("&lt;b");
  expect(agreement.en).toContain('<ol start="3">');
  expect(agreement.en).not.toMatch(/<(?!\/?(?:h1|p|ol|ol start="3"|li)>)/);
});

test("filled in, it has the data as text; unknown values are lines to write on", () => {
  const html = agreementPlaceholders.map((name) => `<p>{{${name}}}</p>`).join("");
  const filled = fillAgreement(html, { "pet.name": "<Rex> & $&", "customer.name": "Ada\nKrause", "pet.breed": "" });
  expect(filled).toContain("<p>&lt;Rex&gt; &amp; $&amp;</p>");
  expect(filled).toContain("<p>Ada<br>Krause</p>");
  expect(filled.match(/<p>_+<\/p>/g)).toHaveLength(agreementPlaceholders.length - 2);
});

test("only staff who may read orders get it", async () => {
  await using service = await openService();
  expect((await service.anonymous.getPapers()).status).toBe(401);
  const { client } = await service.as(["pets:read"]);
  expect((await client.getPapers()).status).toBe(403);
});

test.each([
  ["SHOP_AGREEMENT", "missing.md", undefined, /^petstore: SHOP_AGREEMENT: cannot read missing.md as text in UTF-8/m],
  [
    "SHOP_AGREEMENT_DE",
    "own.md",
    "{{pet.chip}}",
    /^petstore: SHOP_AGREEMENT_DE: expected placeholders in own.md .* got \{\{pet\.chip\}\}$/m,
  ],
  [
    "SHOP_AGREEMENT",
    "own.md",
    "Dear {{customer.name",
    /^petstore: SHOP_AGREEMENT: expected placeholders .* got \{\{customer\.name$/m,
  ],
  [
    "SHOP_AGREEMENT",
    "own.md",
    new Uint8Array([0xff]),
    /^petstore: SHOP_AGREEMENT: cannot read own.md as text in UTF-8/m,
  ],
  [
    "SHOP_AGREEMENT",
    "own.md",
    "x".repeat(50_001),
    /^petstore: SHOP_AGREEMENT: expected at most 50000 characters in own.md; got 50001$/m,
  ],
  [
    "SHOP_TAX_RATE",
    undefined,
    "19 %",
    /^petstore: SHOP_TAX_RATE: expected per cent with up to two decimals, such as 19 or 7\.7; got "19 %"$/m,
  ],
  ["SHOP_TAX_RATE", undefined, "7.777", /^petstore: SHOP_TAX_RATE: expected/m],
])("%s that cannot be read ends the start with its name", async (setting, file, content, expected) => {
  using folder = emptyFolder();
  if (file !== undefined && content !== undefined) writeFileSync(join(folder.path, file), content);
  const env = { [setting]: file ?? String(content), PORT: "0", DATABASE_URL: "sqlite://./shop.db" };
  const { exitCode, stderr } = await runProgram(["serve"], { cwd: folder.path, env });
  expect(stderr).toMatch(expected);
  expect(exitCode).toBe(2);
});
