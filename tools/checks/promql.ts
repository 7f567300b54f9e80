/** A selector of a PromQL expression: a metric, and the labels by which its series are chosen. */
type Selector = { metric: string; matchers: { label: string; operator: string; value: string }[] };

const METRIC = /\b((?:paydeck|nodejs|process)_[a-z0-9_]+|up|ALERTS)\b(?:\{([^}]*)\})?/g;
const MATCHER = /([a-z_]+)\s*(=~|!~|!=|=)\s*"([^"]*)"/g;

/** The metrics that an expression reads. Results of recording rules, whose names have colons, are not included. */
export function selectorsIn(expression: string): Selector[] {
  const found = [...expression.matchAll(METRIC)];
  return found.map(([, metric = "", matchers = ""]) => ({
    metric,
    matchers: [...matchers.matchAll(MATCHER)].map(([, label = "", operator = "", value = ""]) => ({
      label,
      operator,
      value,
    })),
  }));
}

/** The labels that an expression groups or joins by. */
export function groupingLabelsIn(expression: string): string[] {
  const lists = [...expression.matchAll(/\b(?:by|on) \(([^)]*)\)/g)];
  return lists.flatMap(([, list = ""]) => list.split(",").map((label) => label.trim())).filter(Boolean);
}

/** What a process reports: the type of each metric, and its series. */
export type Scraped = {
  types: Map<string, string>;
  series: { metric: string; labels: Record<string, string> }[];
};

/** Reads a page in the text format of Prometheus, except for its values. */
export function readMetricsPage(page: string): Scraped {
  const types = new Map(
    [...page.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = "", type = ""]): [string, string] => [
      name,
      type,
    ]),
  );
  const lines = page.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  const series = lines.map((line) => {
    const [, metric = "", labels = ""] = /^([^{\s]+)(?:\{(.*)\})? \S+$/.exec(line) ?? [];
    return {
      metric,
      labels: Object.fromEntries(
        [...labels.matchAll(/([a-z_]+)="([^"]*)"/g)].map(([, name = "", value = ""]) => [name, value]),
      ),
    };
  });
  return { types, series };
}
