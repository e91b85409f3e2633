/* Numbers of receipts when processes are killed: without a gap, none double, and none lost that a client was told. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { kinds, openFolder } from "../commands/folder.ts";
import { bodyOf } from "../support/harness.ts";
import { runProgram, startProgram, until } from "../support/program.ts";
import type { Client } from "../support/typed-client.ts";

// Several processes start and end.
setDefaultTimeout(120_000);

const KILLS = 4;
const CLIENTS = 6;
const PETS = 20;

/** Sells until the service is gone: alone, together, and now and then reopened. Adds the numbers that it was told. */
async function sell(client: Client, nth: number, told: Set<string>): Promise<void> {
  const petId = BigInt(1 + (nth % PETS));
  try {
    for (let count = 0; ; count++) {
      const items = [{ petId }, ...(count % 2 === 0 ? [] : [{ petId: 1n + (petId % BigInt(PETS)) }])];
      const { id: saleId } = await bodyOf(client.placeSale({ body: { items } }));
      const { receipt } = await bodyOf(client.completeSale({ params: { saleId } }));
      if (receipt !== undefined) told.add(receipt.number);
      if (count % 3 === 2) await bodyOf(client.reopenSale({ params: { saleId } }));
    }
  } catch {
    // It was killed.
  }
}

for (const [kind, makeUrl] of Object.entries(kinds)) {
  test(`numbers of receipts have no gap and no double after kills, and none that a client knows is lost (${kind})`, async () => {
    using folder = openFolder();
    const url = await makeUrl(folder, "shop.db");
    const env = { DATABASE_URL: url, RATE_LIMIT: "0" };
    const told = new Set<string>();
    let key: string | undefined;
    for (let kills = 0; kills <= KILLS; kills++) {
      await using program = await startProgram({ cwd: folder.path, env });
      // On a server, another instance sells meanwhile.
      await using other = url.startsWith("sqlite") ? undefined : await startProgram({ cwd: folder.path, env });
      key ??= program.printedKeys[0];
      const client = program.as(key);
      if (kills === 0) {
        for (let nth = 0; nth < PETS; nth++) {
          const { id: petId } = await bodyOf(client.createPet({ body: { name: "Guppy", categoryId: 7n } }));
          await bodyOf(client.updateInventory({ params: { petId }, body: { quantity: 1_000_000 } }));
        }
      }
      const before = told.size;
      const selling = Array.from({ length: CLIENTS }, (_, nth) =>
        sell(nth % 2 === 0 ? client : (other ?? program).as(key), nth, told),
      );
      await until(() => told.size >= before + 20, "20 more receipts");
      await Promise.all([program.stop("SIGKILL"), other?.stop("SIGKILL")]);
      await Promise.all(selling);
    }
    await using program = await startProgram({ cwd: folder.path, env });
    const numbers: string[] = [];
    let path = "/v1/store/receipts?limit=100";
    while (path !== "") {
      const response = await fetch(program.origin + path, { headers: { Authorization: `Bearer ${key}` } });
      numbers.push(...((await response.json()) as { number: string }[]).map(({ number }) => number));
      path = /<[^>]*(\/v1[^>]*)>; rel="next"/.exec(response.headers.get("link") ?? "")?.[1] ?? "";
    }
    const year = numbers[0]?.slice(0, 4);
    expect(numbers.toSorted()).toEqual(numbers.map((_, nth) => `${year}-${String(nth + 1).padStart(5, "0")}`));
    expect([...told].filter((number) => !numbers.includes(number))).toEqual([]);
    const { stdout } = await runProgram(["doctor"], { cwd: folder.path, env });
    expect(stdout.split("\n").filter((line) => line.startsWith("FAIL"))).toEqual([]);
  });
}
