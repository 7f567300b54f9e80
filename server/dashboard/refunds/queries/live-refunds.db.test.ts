import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { TransactionRecord } from "@/lib/contract/responses";
import { ForbiddenError } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { readRefundFilter } from "../domain/refund-filter";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { refundInput } from "@/tools/testing/dashboard/refund-input";
import { refundSeparately } from "@/tools/testing/dashboard/separate-refund";
import { liveRefunds } from "./live-refunds";

let harness: Harness;
let ctx: Ctx;
let payment: TransactionRecord;

beforeAll(async () => {
  harness = await startHarness();
});
beforeEach(async () => {
  await harness.reset();
  ctx = await harness.ctxOf("finance");
  payment = harness.service.addPayment({ merchant_transaction_id: "ORD-1" });
});
afterAll(() => harness.stop());

async function refund(amount: string): Promise<string> {
  const input = refundInput(payment, { amount });
  expect(await refundSeparately(ctx, input)).toMatchObject({ kind: "accepted" });
  harness.clock.advance(1_000);
  return input.intentId;
}
const live = (ids: string[], since: Date | null, params: Record<string, string> = {}) =>
  liveRefunds(ctx, { ids, since, filter: readRefundFilter(params, harness.clock.now()).filter });

it("a page of refunds has them as they are now, and counts the newer ones that match", async () => {
  const first = await refund("10.00");
  const since = harness.clock.now();
  const second = await refund("11.00");
  const third = await refund("12.00");
  await harness.pool.query(
    "update refund_intents set refund_status = 'SUCCESS', completed_at = requested_at where id = $1",
    [first],
  );
  const { rows } = await harness.pool.query<{ at: Date }>(
    "select requested_at as at from refund_intents where id = $1",
    [third],
  );
  expect(await live([first], since, { view: "in_progress" })).toMatchObject({
    rows: [{ intentId: first, refundStatus: "SUCCESS" }],
    newer: 2,
    newestAt: rows[0]?.at.toISOString(),
  });
  expect(await live([third, second, first], since)).toMatchObject({ newer: 0, newestAt: null });
  expect(await live([second], since, { min: "11.50" })).toMatchObject({ newer: 1 });
  expect(await live([first], null)).toMatchObject({ newer: 0 });
});

it("an id that is none is left out, and a role that may not see refunds sees none", async () => {
  expect(await live(["none"], null)).toMatchObject({ rows: [] });
  const role = { id: "r1", name: "No refunds", permissions: [], refundLimits: null, approveLimits: null };
  const blind: Ctx = { ...ctx, actor: { ...ctx.actor, role } };
  const { filter } = readRefundFilter({}, harness.clock.now());
  await expect(liveRefunds(blind, { ids: [], since: null, filter })).rejects.toThrow(ForbiddenError);
});
