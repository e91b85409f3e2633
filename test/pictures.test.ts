/* The pictures in the README and the guides: `npm run screenshots` takes them. */
import { expect, test } from "bun:test";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";

const root = join(import.meta.dir, "..");
const pages = ["README.md", ...readdirSync(join(root, "docs")).map((name) => `docs/${name}`)].filter((name) =>
  name.endsWith(".md"),
);

/** The pictures that pages show, each with its description. */
const shown = pages.flatMap((page) =>
  [...readFileSync(join(root, page), "utf8").matchAll(/!\[(.*?)\]\((\S+?)\)/g)].map(
    ([, description = "", file = ""]) => ({
      page,
      description,
      file: join(dirname(page), file),
    }),
  ),
);

test("each picture is shown somewhere, with words for those who cannot see it", () => {
  const taken = readdirSync(join(root, "docs/pictures")).map((name) => `docs/pictures/${name}`);
  expect([...new Set(shown.map(({ file }) => file))].toSorted()).toEqual(taken.toSorted());
  expect(shown.filter(({ description }) => description.length < 20)).toEqual([]);
});

test("no picture is larger than 150 kB", () => {
  for (const { file } of shown)
    expect({ file, isSmall: statSync(join(root, file)).size <= 150_000 }).toMatchObject({ isSmall: true });
});
