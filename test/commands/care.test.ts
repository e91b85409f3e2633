import { expect, test } from "bun:test";
import { openDatabase } from "../support/databases.ts";
import { bodyOf, openService } from "../support/harness.ts";
import { runProgram } from "../support/program.ts";

test("petstore care lists what is due for the pets, the earliest first", async () => {
  await using database = await openDatabase();
  {
    await using service = await openService({}, database);
    await service.stock(2);
    const add = (petId: bigint, what: string, dueOn: string) =>
      bodyOf(service.admin.addCare({ params: { petId }, body: { kind: "check", what, dueOn } }));
    await add(1n, "Teeth", "2026-12-01");
    await add(2n, "Claws", "2026-11-20");
    await add(2n, "Ears", "2027-01-01");
  }
  const env = { DATABASE_URL: database.url };
  const { stdout } = await runProgram(["care", "--until", "2026-12-01"], { env });
  expect(stdout.split("\n").map((line) => line.replaceAll(/ +/g, " ").trim())).toEqual([
    expect.stringMatching(/^DUE PET No\. KIND WHAT/),
    expect.stringMatching(/^2026-11-20 .* 2 check Claws/),
    expect.stringMatching(/^2026-12-01 .* 1 check Teeth/),
    "",
  ]);
  const { stdout: json } = await runProgram(["care", "--until", "2026-11-20", "--json"], { env });
  expect(JSON.parse(json)).toMatchObject({ id: 2, petId: 2, what: "Claws" });
  const { exitCode, stderr } = await runProgram(["care", "--until", "soon"], { env });
  expect({ exitCode, stderr }).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("expected a day") });
});
