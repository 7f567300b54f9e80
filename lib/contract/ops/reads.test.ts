import { expect, test } from "vitest";
import { OPS } from ".";
import type { OpsOperation } from "./operation";

/** A client may send a read twice: an operation that changes anything must never be listed here. */
test("these operations change nothing, and no other is marked so", () => {
  const reads = Object.entries<OpsOperation>(OPS).filter(([, operation]) => operation.isRead === true);
  expect(reads.map(([name]) => name).sort()).toEqual([
    "capabilities",
    "gateways.accounts",
    "gateways.fees",
    "gateways.list",
    "keys.list",
    "payments.counts",
    "payments.declines",
    "payments.get",
    "payments.kinds",
    "payments.routing_gain",
    "payments.search",
    "payments.success_rates",
    "reconciliation.finding",
    "reconciliation.findings",
    "reconciliation.run",
    "reconciliation.runs",
    "refunds.balance",
    "refunds.search",
    "reversals.search",
    "rules.current",
    "rules.experiments",
    "rules.replay",
    "rules.simulate",
    "rules.version",
    "rules.versions",
    "service.status",
    "webhooks.deliveries",
    "webhooks.delivery",
    "webhooks.endpoints",
  ]);
});
