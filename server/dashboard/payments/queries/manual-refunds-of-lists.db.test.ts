import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { PaymentItem } from "@/lib/contract/ops/payments";
import type { Ctx } from "../../context";
import { NO_FILTER } from "../domain/payment-filter";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { listedPayment } from "@/tools/testing/dashboard/listed-payment";
import { returnManually } from "@/tools/testing/dashboard/manual-refund";
import { exportPayments } from "./export-payments";
import { findLine } from "./find-line";
import { listPayments } from "./list-payments";

const SEARCH = "/v1/ops/payments/search";

let harness: Harness;
let ctx: Ctx;
/** Paid 500.00; 100.00 of it was refunded by a gateway, 150.00 by other means. */
let payment: PaymentItem;

beforeAll(async () => {
  harness = await startHarness();
});
beforeEach(async () => {
  await harness.reset();
  harness.service.ops = { idempotency: true, operations: ["payments.search"] };
  ctx = await harness.ctxOf("finance");
  const record = harness.service.addPayment({ merchant_transaction_id: "ORD-1" });
  payment = listedPayment({
    transaction_id: record.transaction_id,
    merchant_transaction_id: "ORD-1",
    refunded_amount: "100.00",
    remaining_amount: "400.00",
  });
  await returnManually(ctx, record, "150.00");
  const other = listedPayment({ merchant_transaction_id: "ORD-2" });
  harness.service.next(SEARCH, {
    kind: "answer",
    status: 200,
    body: JSON.stringify({ payments: [payment, other], next_cursor: null }),
    effect: false,
  });
});
afterAll(() => harness.stop());

it("a list shows what is left after manual refunds, apart from what was refunded", async () => {
  const view = await listPayments(ctx, {
    filter: NO_FILTER,
    cursor: null,
    zone: "UTC",
    details: ["remaining"],
  });
  expect(view).toMatchObject({
    payments: [
      { refunded: "100.00", manual: "150.00", details: { remaining: "250.00" } },
      { refunded: null, manual: null, details: { remaining: "500.00" } },
    ],
  });
});

it("a pasted line finds what is left, which a bulk refund takes over", async () => {
  expect(await findLine(ctx, "ORD-1")).toMatchObject({
    payments: [{ manual: "150.00", details: { remaining: "250.00" } }, {}],
  });
});

it("an export has a column of its own for them", async () => {
  const outcome = await exportPayments(ctx, { filter: NO_FILTER, format: "csv", zone: "UTC" });
  if (outcome.kind !== "streaming") throw new Error(outcome.kind);
  const rows: Record<string, string>[] = parse(await outcome.response.text(), { bom: true, columns: true });
  expect(rows).toMatchObject([
    { refunded_amount: "100.00", manual_refund_amount: "150.00", remaining_amount: "250.00" },
    { refunded_amount: "0.00", manual_refund_amount: "0.00", remaining_amount: "500.00" },
  ]);
});
