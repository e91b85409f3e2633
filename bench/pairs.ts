/** What two checkouts cost beside each other, in windows of a part of a second that alternate. */
import { ofCpuTimes, ofRates, type Results, type Side, type Spread, spreadOf } from "./results.ts";
import { limitOf, petstoreOn, type Server } from "./servers.ts";
import { figure, spread, table } from "./tables.ts";
import type { Workload } from "./workloads.ts";

/** What a pair is measured on unless others are chosen: two minutes. */
export const pairWorkloads = "W1,W2,W3,W5,W6a,W6b";

/** A median nearer to 1 than this is noise, however near its quartiles are: two identical checkouts reach it. */
const RESOLVED_FROM = 0.03;

/** Whether more than the noise lies between two checkouts, in words. */
function difference(of: Spread | undefined): string {
  if (of === undefined || Math.abs(of.middle - 1) < RESOLVED_FROM || (of.low < 1 && of.high > 1)) return "not resolved";
  return `${figure(Math.abs(of.middle - 1) * 100)} % ${of.middle < 1 ? "less" : "more"}`;
}

/** How far the middle half of the raw server's CPU times lies apart: how quiet the machine was. */
function noise(results: Results, raw: Side): string {
  const of = spreadOf(results.of(raw).map(({ cpuMsPerThousand }) => cpuMsPerThousand));
  return of === undefined ? "-" : `${figure(((of.high - of.low) / of.middle) * 100)} %`;
}

/** Each workload with the ratios of this checkout to the other one: below 1 is less CPU, above 1 a higher rate. */
export function pairReport(results: Results, workloads: readonly Workload[], others: readonly Server[]): string {
  const rows = workloads.map(({ id, engine }) => {
    const own = { server: petstoreOn[engine].name, workload: id };
    const other = { server: others.find((server) => server.engine === engine)?.name ?? "", workload: id };
    const cpu = spreadOf(results.ratios(other, own, ofCpuTimes));
    const rate = spreadOf(results.ratios(own, other, ofRates));
    const tail = spreadOf(results.ratios(own, other, (a, b) => a.p99 / b.p99));
    const cost = figure(results.median(own, "cpuMsPerThousand"), 1);
    const rounds = figure(results.of(own).length);
    const raw = { server: limitOf[engine], workload: id };
    return [id, difference(cpu), spread(cpu), spread(rate), spread(tail), cost, rounds, noise(results, raw)];
  });
  const head = ["workload", "CPU", "CPU, own / other", "rate", "p99", "CPU us", "pairs", "spread of the limit's CPU"];
  const broken = results.broken.map((text) => `- ${text}`);
  return `${[table(2, head, rows), ...broken].join("\n")}\n`;
}
