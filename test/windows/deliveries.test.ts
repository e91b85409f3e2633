/* A form that creates something creates it once, as it was typed at last, whatever answers are lost and whatever is refused. */
import { expect, setDefaultTimeout, test } from "bun:test";
import fc from "fast-check";
import { PetstoreError } from "../../src/client/index.ts";
import type { Sending } from "../../src/console/forms/delivery.ts";
import { SEED } from "../support/seed.ts";
import { HeldForm } from "./held-form.ts";
import { showHook } from "./windows.ts";

setDefaultTimeout(60_000);

interface Fields {
  readonly [name: string]: string;
  readonly pet: string;
  readonly quantity: string;
}

interface Order {
  readonly id: number;
  readonly typed: Fields;
}

/** A till with a stock, and a form that orders from it. */
class Till extends HeldForm<Fields, Order> {
  stock = 5;
  readonly orders = new Map<number, Order>();
  readonly done: Order[] = [];

  protected options() {
    return {
      name: "order",
      version: { fields: { pet: "", quantity: "1" } },
      required: ["pet"],
      done: (order: Order) => this.done.push(order),
    };
  }

  protected take({ typed, result }: Sending<Fields, Order>): Order | undefined {
    if (Number(typed.quantity) > this.stock) return undefined;
    const order = { id: result?.id ?? this.orders.size + 1, typed };
    this.orders.set(order.id, order);
    return order;
  }

  protected refusal(): PetstoreError {
    return new PetstoreError({ code: "insufficient_stock", message: "", status: 409 });
  }

  /** Sends until nothing is left to be answered. */
  async finish(): Promise<void> {
    await this.do((form) => form.submit());
    while (this.requests.length > 0) await this.answer();
  }
}

test("an edit after a lost answer is brought as a change: there is one order, as it was typed at last", async () => {
  const till = await Till.start();
  await till.do((form) => form.change({ pet: "Rex" }));
  await till.do((form) => form.submit());
  await till.answer("answer");
  expect(till.form.failure?.isOutOfReach).toBe(true);
  await till.do((form) => form.change({ quantity: "2" }));
  await till.reopen();
  await till.finish();
  expect([...till.orders.values()]).toEqual([{ id: 1, typed: { pet: "Rex", quantity: "2" } }]);
  expect(till.done.length).toBe(1);
  expect(till.form.isDraft).toBe(false);
});

test("a quantity that is corrected after a refusal is sent, also where the refusal itself was lost", async () => {
  for (const lost of [undefined, "answer"] as const) {
    const till = await Till.start();
    await till.do((form) => form.change({ pet: "Rex", quantity: "7" }));
    await till.do((form) => form.submit());
    await till.answer(lost);
    await till.do((form) => form.change({ quantity: "3" }));
    await till.finish();
    expect([...till.orders.values()]).toEqual([{ id: 1, typed: { pet: "Rex", quantity: "3" } }]);
  }
});

test("a change that is refused is said, and the next one is of the same order", async () => {
  const till = await Till.start();
  await till.do((form) => form.change({ pet: "Rex" }));
  await till.do((form) => form.submit());
  await till.answer("answer");
  await till.do((form) => form.change({ quantity: "7" }));
  await till.finish();
  expect(till.form.failure?.isOutOfReach).toBeUndefined();
  expect(till.form.failure).toBeDefined();
  await till.do((form) => form.change({ quantity: "4" }));
  await till.finish();
  expect([...till.orders.values()]).toEqual([{ id: 1, typed: { pet: "Rex", quantity: "4" } }]);
});

test("the same that is sent twice on purpose is two orders", async () => {
  const till = await Till.start();
  for (const _ of "12") {
    await till.do((form) => form.change({ pet: "Rex" }));
    await till.finish();
  }
  expect(till.orders.size).toBe(2);
});

test("an empty form says what is missing, and sends nothing", async () => {
  const till = await Till.start();
  await till.do((form) => form.submit());
  expect(till.form.errors).toEqual({ pet: "This is required." });
  expect(till.requests).toEqual([]);
});

test("what is typed while something is made first stays typed", async () => {
  const { browser, window } = await Till.start();
  const prepared = Promise.withResolvers<Partial<Fields>>();
  const sent: Fields[] = [];
  const shown = showHook(window, () =>
    window.forms.useForm<Fields, true>({
      name: "pet",
      version: { fields: { pet: "", quantity: "new" } },
      prepare: () => prepared.promise,
      send: async ({ typed }) => {
        sent.push(typed);
        return true;
      },
    }),
  );
  shown.result.change({ pet: "Rex" });
  shown.result.submit();
  await browser.settle();
  shown.result.change({ pet: "Rexi" });
  prepared.resolve({ quantity: "7" });
  await browser.settle();
  expect(sent).toEqual([{ pet: "Rex", quantity: "7" }]);
  expect(shown.result.typed.pet).toBe("Rexi");
});

const commands = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({ kind: fc.constant("type" as const), quantity: fc.integer({ min: 1, max: 9 }) }),
    },
    { weight: 4, arbitrary: fc.record({ kind: fc.constant("submit" as const) }) },
    {
      weight: 8,
      arbitrary: fc.record({
        kind: fc.constant("answer" as const),
        lost: fc.constantFrom(undefined, "request" as const, "answer" as const),
      }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant("reopen" as const) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant("restock" as const) }) },
  ),
  { minLength: 10, maxLength: 40 },
);

test("there is one order for each that was done, and the last one is as it was typed at last", async () => {
  const property = fc.asyncProperty(commands, async (script) => {
    const till = await Till.start();
    for (const command of script) {
      if (command.kind === "type")
        await till.do((form) => form.change({ pet: "Rex", quantity: `${command.quantity}` }));
      else if (command.kind === "submit") await till.do((form) => form.submit());
      else if (command.kind === "answer") await till.answer(command.lost);
      else if (command.kind === "restock") till.stock = 14 - till.stock;
      // A page that is left does not see its answers.
      else if (till.requests.length === 0) await till.reopen();
      expect(till.orders.size - till.done.length).toBeLessThanOrEqual(1);
    }
    while (till.requests.length > 0) await till.answer();
    till.stock = 9;
    const { typed, isDraft } = till.form;
    const isWhole = isDraft && typed.pet !== "";
    if (isWhole) await till.finish();
    expect(till.orders.size).toBe(till.done.length);
    if (isWhole) expect(till.done.at(-1)?.typed).toEqual(typed);
    expect(till.window.faults).toEqual([]);
  });
  await fc.assert(property, { numRuns: 120, seed: SEED });
});
