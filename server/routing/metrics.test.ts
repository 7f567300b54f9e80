import { expect, test } from "vitest";
import { documentedMetrics, ownMetricNames } from "@/tools/checks/metrics-table";
import { createMetrics } from "./metrics";

test("docs/monitoring.md lists each metric of the service, and no other one", async () => {
  const documented = ["Metrics of both systems", "Metrics of the service"].flatMap(documentedMetrics);
  const { text } = await createMetrics().page(null);
  expect(ownMetricNames(text).toSorted()).toEqual(documented.map(({ name }) => name).toSorted());
});
