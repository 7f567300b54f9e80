import { expect, test } from "vitest";
import { groupingLabelsIn, readMetricsPage, selectorsIn } from "./promql";

test("the metrics and labels of an expression are found, also in functions, ranges and joins", () => {
  const expression =
    'max by (gateway) (2 * paydeck_a{state="open", job=~"x|y"}) / on (job, instance) rate(paydeck_b_total[5m]) > 1';
  expect(selectorsIn(expression)).toEqual([
    {
      metric: "paydeck_a",
      matchers: [
        { label: "state", operator: "=", value: "open" },
        { label: "job", operator: "=~", value: "x|y" },
      ],
    },
    { metric: "paydeck_b_total", matchers: [] },
  ]);
  expect(groupingLabelsIn(expression)).toEqual(["gateway", "job", "instance"]);
});

test("a page of metrics is read by type, name and label", () => {
  const page = '# HELP a b\n# TYPE paydeck_a gauge\npaydeck_a{state="open",pool="x"} 1\npaydeck_b 2.5\n';
  const { types, series } = readMetricsPage(page);
  expect([...types]).toEqual([["paydeck_a", "gauge"]]);
  expect(series).toEqual([
    { metric: "paydeck_a", labels: { state: "open", pool: "x" } },
    { metric: "paydeck_b", labels: {} },
  ]);
});
