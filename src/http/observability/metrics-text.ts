/* The text format of Prometheus, version 0.0.4: https://prometheus.io/docs/instrumenting/exposition_formats/ */
import type { ReadMetric, Sample } from "./meters.ts";

/** The media type of `renderMetrics`. */
export const METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8";

/** Renders metrics as text. */
export function renderMetrics(metrics: readonly ReadMetric[]): string {
  const blocks = metrics.map(({ name, help, type, values }) => {
    const lines = values.map((sample) => lineOf(name, sample));
    return [`# HELP ${name} ${escaped(help)}`, `# TYPE ${name} ${type}`, ...lines].join("\n");
  });
  return `${blocks.join("\n\n")}\n`;
}

function lineOf(name: string, { metricName = name, labels, value }: Sample): string {
  const pairs = Object.entries(labels).map(
    ([label, text]) => `${label}="${escaped(String(text)).replaceAll('"', '\\"')}"`,
  );
  return `${metricName}${pairs.length > 0 ? `{${pairs.join(",")}}` : ""} ${value}`;
}

function escaped(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n");
}
