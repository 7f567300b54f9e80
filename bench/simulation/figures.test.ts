import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "@/server/platform/root";
import { CIRCUIT, COSTS, GATEWAY_LIMIT_MS, KEY_LIMIT, PATIENCE_MS, REFUNDS_PER_PAYMENT } from "./figures";

/** The cells of the first table row of a page that begins with this text. */
function rowOf(page: string, first: string): string[] {
  const rows = readFileSync(join(projectRoot(), page), "utf8").split("\n");
  const row = rows.find((line) => line.startsWith(`| ${first} `));
  if (row === undefined) throw new Error(`${page} has no row ${first}`);
  return row.split("|").map((cell) => cell.trim());
}

test.each([
  ["initiate_payment", COSTS.initiatePayment],
  ["transaction-status", COSTS.transactionStatus],
  ["refund-initiate", COSTS.refundInitiate],
  ["refund-status", COSTS.refundStatus],
])("the cost of %s is what docs/scale.md says", (name, { programMs, databaseMs }) => {
  const [, , program, database] = rowOf("docs/scale.md", name);
  expect([program, database]).toEqual([programMs, databaseMs].map((ms) => `${ms.toFixed(2)} ms`));
});

test("refunds are as frequent as docs/scale.md says", () => {
  expect(rowOf("docs/scale.md", "refund-initiate")[4]).toBe(String(REFUNDS_PER_PAYMENT));
});

test("the limits are those of docs/configuration.md", () => {
  const defaults = (variables: string): number[] =>
    (rowOf("docs/configuration.md", variables)[2] ?? "").split(", ").map((text) => parseInt(text, 10));
  expect(defaults("`RATE_LIMIT_PER_SECOND`, `RATE_LIMIT_BURST`")).toEqual([
    KEY_LIMIT.perSecond,
    KEY_LIMIT.burst,
  ]);
  expect(defaults("`GATEWAY_TIME_LIMIT_MS`")).toEqual([GATEWAY_LIMIT_MS]);
  expect(defaults("`ROUTING_TIMEOUT_MS`")).toEqual([PATIENCE_MS]);
  const circuit = rowOf(
    "docs/configuration.md",
    "`CIRCUIT_FAILURES`, `CIRCUIT_WINDOW_MS`, `CIRCUIT_OPEN_MS`",
  );
  expect(circuit[2]).toBe([CIRCUIT.failures, CIRCUIT.windowMs, CIRCUIT.openMs].join(", "));
});
