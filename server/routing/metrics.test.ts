import { expect, test } from "vitest";
import { documentedMetrics, ownMetricNames } from "@/tools/checks/metrics-table";
import { createMetrics } from "./metrics";

test("docs/monitoring.md lists each metric of the service, and no other one", async () => {
  const documented = ["Metrics of both systems", "Metrics of the service"].flatMap(documentedMetrics);
  const { text } = await createMetrics().page(null);
  expect(ownMetricNames(text).toSorted()).toEqual(documented.map(({ name }) => name).toSorted());
});

test("the first payment that a gateway ends after a restart is an increase of its counter", async () => {
  const metrics = createMetrics();
  metrics.gatewaysKnown(["stripe"]);
  const ended = async (status: string): Promise<string | undefined> => {
    const { text } = await metrics.page(null);
    const counter = `paydeck_payments_ended_total{gateway="stripe",status="${status}"} `;
    return text
      .split("\n")
      .find((line) => line.startsWith(counter))
      ?.slice(counter.length);
  };
  expect([await ended("SUCCESS"), await ended("FAILURE")]).toEqual(["0", "0"]);
  metrics.paymentEnded("stripe", "SUCCESS");
  expect([await ended("SUCCESS"), await ended("FAILURE")]).toEqual(["1", "0"]);
});
