/** The part of a full run that docs/performance.md shows to users: what petstore's own requests cost, and the targets. */
import { join } from "node:path";
import { figure, rate, table } from "./markdown.ts";
import { type Conditions, conditionsOf, targets } from "./report.ts";
import type { Results } from "./results.ts";
import { limitOf, type Workload } from "./workloads.ts";

const document = join(import.meta.dirname, "../docs/performance.md");

function costs(results: Results, workloads: readonly Workload[]): string {
  const head = ["workload", "what is asked", "rate", "p50 ms", "p99 ms", "CPU ms / 1000 requests", "peak MB", "x best"];
  const rows = workloads.flatMap(({ id, title, unit, engine }) =>
    results.servers
      .filter(({ name, kind }) => kind === "petstore" && results.of(name, id).length > 0)
      .map(({ name }) => [
        id,
        title,
        rate(results.median(name, id, "rate"), unit),
        figure(results.median(name, id, "p50"), 2),
        figure(results.median(name, id, "p99"), 2),
        figure(results.median(name, id, "cpuMsPerThousand")),
        figure(results.peak(name, id)),
        figure(results.ratio(name, results.bestPeer(id) ?? limitOf[engine], id), 2),
      ]),
  );
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
