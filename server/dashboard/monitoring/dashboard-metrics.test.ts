import { expect, test } from "vitest";
import { documentedMetrics, ownMetricNames } from "@/tools/checks/metrics-table";
import { createDashboardMetrics } from "./dashboard-metrics";

test("docs/monitoring.md lists each metric of the dashboard, and no other one", async () => {
  const documented = ["Metrics of both systems", "Metrics of the dashboard"].flatMap(documentedMetrics);
  const metrics = createDashboardMetrics({ pools: {}, elapsedMs: () => 0 });
  const { text } = await metrics.page(null);
  expect(ownMetricNames(text).toSorted()).toEqual(documented.map(({ name }) => name).toSorted());
});
