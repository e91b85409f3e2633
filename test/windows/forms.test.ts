/* One form in which two people change the same thing: nothing is overwritten unasked, and nothing discarded comes back. */
import { expect, setDefaultTimeout, test } from "bun:test";
import fc from "fast-check";
import { PetstoreError } from "../../src/client/index.ts";
import type { Sending } from "../../src/console/forms/delivery.ts";
import type { Version } from "../../src/console/forms/draft.ts";
import { SEED } from "../support/seed.ts";
import { HeldForm } from "./held-form.ts";

setDefaultTimeout(60_000);

interface Fields {
  readonly [name: string]: string;
  readonly name: string;
  readonly breed: string;
}

type Name = "name" | "breed";

/** What two people change, with a form for one of them. */
class Desk extends HeldForm<Fields, Version<Fields>> {
  stored: Fields = { name: "Rex", breed: "Beagle" };
  tag = 1;
  /** What the view shows. */
  version = { fields: this.stored, tag: "1" };

  protected options() {
    return {
      name: "pet-1",
      version: this.version,
      read: async () => ({ fields: this.stored, tag: `${this.tag}` }),
      versionOf: (version: Version<Fields>) => version,
    };
  }

  /** Makes the change, unless another one came first. */
  protected take({ typed, changed, tag }: Sending<Fields, Version<Fields>>): Version<Fields> | undefined {
    if (tag !== `${this.tag}`) return undefined;
    this.change(Object.fromEntries(changed.map((field) => [field, typed[field] ?? ""])));
    return { fields: this.stored, tag: `${this.tag}` };
  }

  protected refusal(): PetstoreError {
    return new PetstoreError({ code: "precondition_failed", message: "", status: 412 });
  }

  change(fields: Partial<Fields>): void {
    this.stored = { ...this.stored, ...fields } as Fields;
    this.tag += 1;
  }

  /** The view shows how things are. */
  async hear(): Promise<void> {
    this.version = { fields: this.stored, tag: `${this.tag}` };
    this.shown.again();
    await this.browser.settle();
  }

  override async reopen(): Promise<void> {
    this.version = { fields: this.stored, tag: `${this.tag}` };
    await super.reopen();
  }

  get kept(): string {
    return this.window.tab.text();
  }
}

/** A form with a question about a field that both people have changed. */
async function clash(): Promise<Desk> {
  const desk = await Desk.start();
  await desk.do((form) => form.change({ name: "Max" }));
  desk.change({ name: "Anna" });
  await desk.do((form) => form.submit());
  await desk.answer();
  expect(desk.form.conflictAt("name")).toMatchObject({ theirs: "Anna", mine: "Max" });
  return desk;
}

test("nothing is sent before somebody decides, also after the page was loaded again", async () => {
  const desk = await clash();
  await desk.do((form) => form.submit());
  expect(desk.requests).toEqual([]);
  await desk.reopen();
  expect(desk.form.conflictAt("name")).toMatchObject({ theirs: "Anna", mine: "Max" });
  await desk.do((form) => form.submit());
  expect(desk.requests).toEqual([]);
  await desk.do((form) => form.conflictAt("name")?.decide(true));
  await desk.answer();
  expect(desk.stored.name).toBe("Max");
  expect(desk.form.isDraft).toBe(false);
});

test("a conflict that is discarded leaves nothing behind, and what is typed next is on top of theirs", async () => {
  const desk = await clash();
  await desk.do((form) => form.discard());
  expect(desk.form.typed.name).toBe("Anna");
  expect(desk.kept).not.toContain("petstore-draft");
  await desk.do((form) => form.change({ name: "Moritz" }));
  await desk.do((form) => form.submit());
  await desk.answer();
  expect(desk.stored.name).toBe("Moritz");
});

test("a conflict that is edited is about what is typed now, and becomes another when theirs changes once more", async () => {
  const desk = await clash();
  await desk.do((form) => form.change({ name: "Moritz" }));
  expect(desk.form.conflictAt("name")).toMatchObject({ theirs: "Anna", mine: "Moritz" });
  desk.change({ name: "Ben" });
  await desk.do((form) => form.conflictAt("name")?.decide(true));
  await desk.answer();
  expect(desk.form.conflictAt("name")).toMatchObject({ theirs: "Ben", mine: "Moritz" });
  await desk.do((form) => form.conflictAt("name")?.decide(false));
  expect(desk.requests).toEqual([]);
  expect(desk.stored.name).toBe("Ben");
  expect(desk.form.isDraft).toBe(false);
});

test("a draft that is discarded while being saved is saved, and does not come back", async () => {
  const desk = await Desk.start();
  await desk.do((form) => form.change({ name: "Max" }));
  await desk.do((form) => form.submit());
  await desk.do((form) => form.discard());
  await desk.do((form) => form.change({ breed: "Dackel" }));
  await desk.answer();
  await desk.hear();
  expect(desk.form.typed).toEqual({ name: "Max", breed: "Dackel" });
  await desk.do((form) => form.submit());
  await desk.answer();
  expect(desk.stored).toEqual({ name: "Max", breed: "Dackel" });
});

test("a refusal of a discarded form is not shown", async () => {
  const desk = await Desk.start();
  await desk.do((form) => form.change({ name: "Max" }));
  await desk.do((form) => form.submit());
  await desk.do((form) => form.discard());
  await desk.answer("request");
  expect(desk.form.failure).toBeUndefined();
});

test("a form is sent once, however often the button is pressed", async () => {
  const desk = await Desk.start();
  await desk.do((form) => form.change({ name: "Max" }));
  await desk.do((form) => {
    form.submit();
    form.submit();
  });
  await desk.do((form) => form.submit());
  expect(desk.requests.length).toBe(1);
});

test("a lost connection is said at the form until the service is in reach again, and nothing typed is lost", async () => {
  const desk = await Desk.start();
  await desk.do((form) => form.change({ name: "Max" }));
  await desk.do((form) => form.submit());
  await desk.answer("request");
  expect(desk.form.failure?.isOutOfReach).toBe(true);
  desk.window.reach.returned();
  await desk.browser.settle();
  expect(desk.form.failure).toBeUndefined();
  expect(desk.form.typed.name).toBe("Max");
});

test("a stored draft of another shape is ignored", async () => {
  const desk = await Desk.start();
  const shapes = ["null", "[]", '{"typed":{"name":"x"}}', '{"base":{"fields":{}},"typed":{}}', '{"typed":7}'];
  for (const stored of ["no JSON", ...shapes]) {
    desk.window.tab.setItem("petstore-draft-pet-1", stored);
    await desk.reopen();
    expect(desk.form.typed).toEqual(desk.stored);
    expect(desk.form.isDraft).toBe(false);
  }
});

test("typing after a lost response is no conflict with the person's own change", async () => {
  const desk = await Desk.start();
  await desk.do((form) => form.change({ name: "Max" }));
  await desk.do((form) => form.submit());
  await desk.answer("answer");
  await desk.hear();
  await desk.do((form) => form.change({ name: "Moritz", breed: "Dackel" }));
  await desk.do((form) => form.submit());
  await desk.answer();
  await desk.answer();
  expect(desk.stored).toEqual({ name: "Moritz", breed: "Dackel" });
  expect(desk.form.isDraft).toBe(false);
});

test("a change by somebody else after a lost response is asked about", async () => {
  const desk = await Desk.start();
  await desk.do((form) => form.change({ name: "Max" }));
  await desk.do((form) => form.submit());
  await desk.answer("answer");
  desk.change({ name: "Anna" });
  await desk.do((form) => form.change({ name: "Moritz" }));
  await desk.do((form) => form.submit());
  await desk.answer();
  await desk.answer();
  expect(desk.form.conflictAt("name")).toMatchObject({ theirs: "Anna", mine: "Moritz" });
});

const field = fc.constantFrom<Name>("name", "breed");
const commands = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ kind: fc.constantFrom("type" as const, "others" as const), field }) },
    { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom("keep" as const, "use" as const), field }) },
    { weight: 8, arbitrary: fc.record({ kind: fc.constantFrom("submit" as const, "answer" as const) }) },
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constantFrom("discard" as const, "hear" as const, "reopen" as const, "fail" as const, "lose" as const),
      }),
    },
  ),
  { minLength: 15, maxLength: 40 },
);

test("no value of another is overwritten that the person has not seen, and none comes back that was discarded", async () => {
  const property = fc.asyncProperty(commands, async (script) => {
    const desk = await Desk.start();
    const seen: Record<Name, Set<string>> = { name: new Set(), breed: new Set() };
    const dead = new Set<string>();
    let count = 0;
    const look = () => {
      for (const name of ["name", "breed"] as const) {
        seen[name].add(desk.form.typed[name]);
        const theirs = desk.form.conflictAt(name)?.theirs;
        if (theirs !== undefined) seen[name].add(theirs);
      }
    };
    const change = desk.change.bind(desk);
    desk.change = (fields) => {
      for (const [name, value] of Object.entries(fields)) {
        expect(seen[name as Name]).toContain(desk.stored[name] ?? "");
        expect(dead).not.toContain(value ?? "");
        expect(value).toStartWith("mine");
      }
      change(fields);
    };
    for (const command of script) {
      look();
      if (command.kind === "type") await desk.do((form) => form.change({ [command.field]: `mine ${++count}` }));
      else if (command.kind === "others") change({ [command.field]: `theirs ${++count}` });
      else if (command.kind === "submit") await desk.do((form) => form.submit());
      else if (command.kind === "answer") await desk.answer();
      else if (command.kind === "fail") await desk.answer("request");
      else if (command.kind === "lose") await desk.answer("answer");
      else if (command.kind === "hear") await desk.hear();
      // A page that is left does not see its answers.
      else if (command.kind === "reopen" && desk.requests.length === 0) await desk.reopen();
      else if (command.kind === "discard") {
        const isUnderWay = desk.requests.length > 0;
        const { typed, isDraft } = desk.form;
        await desk.do((form) => form.discard());
        if (isUnderWay || !isDraft) continue;
        for (const value of Object.values(typed))
          if (value.startsWith("mine") && !Object.values(desk.stored).includes(value)) dead.add(value);
        expect(desk.kept).not.toContain("petstore-draft");
      } else if (command.kind === "keep" || command.kind === "use") {
        await desk.do((form) => form.conflictAt(command.field)?.decide(command.kind === "use"));
      }
    }
    look();
    expect(desk.window.faults).toEqual([]);
  });
  await fc.assert(property, { numRuns: 120, seed: SEED });
});
