/* The dashboard and the alerts: what they name must be on `/metrics`. */
import { beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parser } from "@prometheus-io/lezer-promql";
import { parse } from "yaml";
import { startProgram } from "../support/program.ts";
import { testWithTool } from "../support/system-tool.ts";

setDefaultTimeout(60_000);

const root = join(import.meta.dir, "../..");
const ALERTS = "deploy/alerts.yaml";
const RULES_TEST = "test/deploy/alerts.test.yaml";

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

const alerts = parse(readFileSync(join(root, ALERTS), "utf8")) as { groups: readonly { rules: readonly Rule[] }[] };
const rules = alerts.groups.flatMap((group) => group.rules);

interface Panel {
  readonly id: number;
  readonly title: string;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly targets?: readonly { readonly expr: string }[];
}

const dashboard = JSON.parse(readFileSync(join(root, "deploy/grafana.json"), "utf8")) as {
  readonly panels: readonly Panel[];
};
/** The expressions of a dashboard, with values in place of Grafana's variables. */
const queries = dashboard.panels.flatMap(({ targets = [] }) =>
  targets.map(({ expr }) => expr.replaceAll("$__rate_interval", "5m").replaceAll(/\$\w+/g, "x")),
);
const expressions = [...rules.map(({ expr }) => expr), ...queries];

/** The text of each part of an expression of some kind, as Prometheus parses it. */
function partsOf(expression: string, kind: string): string[] {
  const found: string[] = [];
  parser.parse(expression).iterate({
    enter: ({ name, type, from, to }) => {
      if (name === kind || (kind === "error" && type.isError)) found.push(expression.slice(from, to));
    },
  });
  return found;
}

/** `/metrics` of a service that has served a few requests. */
let page = "";
beforeAll(async () => {
  await using program = await startProgram({ env: { SHOP_NAME: "Riverside", SHOP_INQUIRIES: "1" } });
  await program.as(program.printedKeys[0]).listPets();
  page = await (await fetch(`${program.origin}/metrics`)).text();
});

describe("the dashboard and the alerts", () => {
  test("are expressions that Prometheus can parse", () => {
    expect(expressions.length).toBeGreaterThan(25);
    expect(expressions.filter((expression) => partsOf(expression, "error").length > 0)).toEqual([]);
  });

  test("name only metrics that the service has", () => {
    const measured = new Set([...page.matchAll(/^([a-z_]+)(?:\{| )/gm)].map(([, name = ""]) => name));
    // Prometheus itself records this one for each target.
    measured.add("up");
    const named = new Set(expressions.flatMap((expression) => partsOf(expression, "Identifier")));
    expect(named.size).toBeGreaterThan(15);
    expect([...named].filter((name) => !measured.has(name))).toEqual([]);
  });

  test("select only by labels that a metric has, or that Prometheus adds", () => {
    const labels = new Set([...page.matchAll(/[{,]([a-z_]+)="/g)].map(([, name = ""]) => name));
    for (const added of ["job", "instance"]) labels.add(added);
    const selected = new Set(expressions.flatMap((expression) => partsOf(expression, "LabelName")));
    expect([...selected].filter((name) => !labels.has(name))).toEqual([]);
  });
});

test("each alert says how severe it is, what happens and what to do", () => {
  for (const { alert, labels, annotations } of rules) {
    expect(labels["severity"]).toMatch(/^(?:critical|warning)$/);
    expect({ alert, keys: Object.keys(annotations) }).toEqual({ alert, keys: ["summary", "remedy"] });
  }
});

/** What Prometheus is to report of an alert at some time. */
interface AlertTest {
  readonly alertname: string;
  readonly exp_alerts: readonly unknown[];
}

test("each alert has a test in which it fires and one in which it does not", () => {
  const { tests } = parse(readFileSync(join(root, RULES_TEST), "utf8"));
  const expected = (tests as { alert_rule_test: readonly AlertTest[] }[]).flatMap((each) => each.alert_rule_test);
  for (const { alert } of rules) {
    const fires = expected
      .filter(({ alertname }) => alertname === alert)
      .map(({ exp_alerts }) => exp_alerts.length > 0);
    expect({ alert, fires: fires.toSorted() }).toEqual({ alert, fires: [false, true] });
  }
  expect(new Set(expected.map(({ alertname }) => alertname))).toEqual(new Set(rules.map(({ alert }) => alert)));
});

test("no two panels of the dashboard overlap or have one id", () => {
  const { panels } = dashboard;
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, cell) => `${x + (cell % w)},${y + Math.floor(cell / w)}`),
  );
  expect(new Set(cells).size).toBe(cells.length);
});

testWithTool("promtool", "promtool accepts the alerts, and they fire when they should and only then", () => {
  for (const [command, path] of [
    ["check", ALERTS],
    ["test", RULES_TEST],
  ] as const) {
    const { exitCode, stdout, stderr } = Bun.spawnSync(["promtool", command, "rules", path], { cwd: root });
    const output = exitCode === 0 ? "" : `${stdout}${stderr}`;
    expect({ command, exitCode, output }).toEqual({ command, exitCode: 0, output: "" });
  }
});
