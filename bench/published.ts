/** The part of a full run that docs/performance.md shows to users: what petstore's own requests cost, and the targets. */
import { join } from "node:path";
import { figure, table } from "./markdown.ts";
import { type Conditions, conditionsOf, costsOf, costTitles, targets } from "./report.ts";
import type { Results } from "./results.ts";
import { limitOf, type Workload } from "./workloads.ts";

const document = join(import.meta.dirname, "../docs/performance.md");

function costs(results: Results, workloads: readonly Workload[]): string {
  const head = ["workload", "what is asked", ...costTitles, "x best"];
  const rows = workloads.flatMap((workload) => {
    const { id, title, engine } = workload;
    return results.servers
      .filter(({ name, kind }) => kind === "petstore" && results.of(name, id).length > 0)
      .map(({ name }) => [
        id,
        title,
        ...costsOf(results, name, workload),
        figure(results.ratio(name, results.bestPeer(id) ?? limitOf[engine], id), 2),
      ]);
  });
  return table(2, head, rows);
}

/** Puts a run between the marks in the document. */
export async function publish(results: Results, workloads: readonly Workload[], conditions: Conditions): Promise<void> {
  const block = [
    conditionsOf(results, workloads, conditions),
    "",
    costs(results, workloads),
    "",
    "x best: how many times the rate of the best peer; in W7, of the bare driver.",
    "",
    targets(results),
    "",
    "All servers: [bench/results.md](../bench/results.md).",
    "",
    "![Rates by workload and server](../bench/results.svg)",
    "",
  ].join("\n");
  const text = await Bun.file(document).text();
  await Bun.write(
    document,
    text.replace(/(<!-- bench: .*-->\n).*(<!-- \/bench -->)/s, (_, begin, end) => begin + block + end),
  );
}
