import { readFileSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "@/server/platform/root";

type DocumentedMetric = { name: string; labels: string[] };

/** The metrics in the table below a heading of docs/monitoring.md. */
export function documentedMetrics(heading: string): DocumentedMetric[] {
  const text = readFileSync(join(projectRoot(), "docs/monitoring.md"), "utf8");
  const [, section = ""] = text.split(`\n## ${heading}\n`);
  const [table = ""] = section.split("\n## ", 1);
  return table.split("\n").flatMap((line) => {
    const [, metric = "", labels = ""] = line.split("|").map((cell) => cell.trim());
    const [, name] = /^`(paydeck_[a-z_]+)`$/.exec(metric) ?? [];
    return name === undefined
      ? []
      : [{ name, labels: labels.split(/, |; /).filter((label) => label !== "") }];
  });
}

/** The names of our own metrics on a page, whether or not they have a value. */
export function ownMetricNames(page: string): string[] {
  return [...page.matchAll(/^# TYPE (paydeck_[a-z_]+) /gm)].map(([, name]) => name ?? "");
}
