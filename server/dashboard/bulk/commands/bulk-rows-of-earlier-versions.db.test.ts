import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { projectRoot } from "@/server/platform/root";
import { approveRequest } from "../../approvals/commands/approve-request";
import { expireApproval } from "../../approvals/jobs/expire-approval";
import type { Ctx } from "../../context";
import { requestRefund } from "../../refunds/commands/request-refund";
import { BulkDriver } from "../../testing/bulk";
import { type Harness, startHarness } from "../../testing/harness";
import { refundInput } from "../../testing/refund-input";
import { stopBulkRun } from "./stop-bulk-run";

let harness: Harness;
let driver: BulkDriver;
let ctx: Ctx;
beforeAll(async () => {
  harness = await startHarness();
});
beforeEach(async () => {
  await harness.reset();
  driver = new BulkDriver(harness);
  ctx = await harness.ctxOf("finance");
});
afterAll(() => harness.stop());

const migrate = async (name: string): Promise<void> => {
  const folder = join(projectRoot(), "server/dashboard/store/migrations");
  await harness.pool.query(await readFile(join(folder, name), "utf8"));
};

/** A row that waits to be sent, and its request for approval, as a version before 0081 left them when its process died. */
async function leftWithARequest(): Promise<{ runId: string; approvalId: string }> {
  const runId = await driver.prepare(ctx, "refund", driver.refunds(1));
  expect((await driver.start(ctx, runId)).kind).toBe("started");
  const [row] = await driver.rows(ctx, runId);
  const approvalId = row?.rowId ?? "";
  await harness.pool.query("update bulk_rows set claimed_times = 1");
  await harness.pool.query("insert into refund_ledgers (transaction_id) values ($1)", [row?.transactionId]);
  await harness.pool.query(
    `insert into approval_requests (id, kind, service_address, transaction_id, reference, row_count, requested_by,
       requested_role, requested_at, expires_at, state)
     values ($1, 'refund', $2, $3, 'PAY-1', 1, $4, 'finance', $5::timestamptz, $5::timestamptz + interval '1 day', 'WAITING')`,
    [approvalId, ctx.routing.serviceAddress, row?.transactionId, ctx.actor.userId, harness.clock.now()],
  );
  await harness.pool.query(
    "insert into approval_totals (approval_id, currency, amount_paise) values ($1, 'INR', 1000)",
    [approvalId],
  );
  return { runId, approvalId };
}

it.each([true, false])(
  "a row that was left with a request of its own is not sent, and nobody can approve it (stopped: %s)",
  async (isStopped) => {
    const { runId, approvalId } = await leftWithARequest();
    await migrate("0081_requests-of-bulk-rows.sql");
    harness.clock.advance(1_000);
    if (isStopped) await stopBulkRun(ctx, { runId });
    const admin = await harness.ctxOf("admin");
    expect(await approveRequest(admin, { approvalId, note: "" })).toEqual({
      kind: "not_waiting",
      state: "EXPIRED",
    });
    await expireApproval(harness.services, { approvalId });
    await driver.finish(ctx, runId);
    expect(await driver.rows(ctx, runId)).toMatchObject([
      { state: "not_sent", faults: [{ kind: isStopped ? "stopped" : "needs_approval" }] },
    ]);
    expect(driver.sent()).toBe(0);
  },
);

it.each([
  ["REFUSED", "message = 'No'", "refused"],
  ["NOT_SENT", "trouble = 'unavailable'", "not_sent"],
])(
  "a row that an earlier version left unknown although its refund is %s has the state of that",
  async (state, and, expected) => {
    const runId = await driver.sendRefunds(ctx, driver.refunds(2));
    await harness.pool.query(
      `update refund_intents set state = '${state}', ${and}, refund_id = null, refund_status = null, completed_at = null
     where reference = 'PAY-1'`,
    );
    await harness.pool.query("update bulk_rows set state = 'unknown' where reference = 'PAY-1'");
    expect(await driver.states(ctx, runId)).toEqual([expected, "accepted"]);
  },
);

it("follows no refund of another payment, which nobody can send under the row's id", async () => {
  harness.service.addPayment({ merchant_transaction_id: "MEANT" });
  const other = harness.service.addPayment({ merchant_transaction_id: "OTHER" });
  const runId = await driver.prepare(ctx, "refund", "reference,amount\nMEANT,400.00");
  const [row] = await driver.rows(ctx, runId);
  const input = { ...refundInput(other, { amount: "0.01" }), intentId: row?.rowId ?? "" };
  expect((await requestRefund(await harness.ctxOf("finance"), input)).kind).toBe("invalid");
  // A refund of an earlier version may have it.
  await harness.pool.query(`insert into refund_ledgers (transaction_id) values ($1)`, [other.transaction_id]);
  await harness.pool.query(
    `insert into refund_intents (id, transaction_id, reference, service_address, amount_paise, currency, requested_by,
       requested_at, state, sent_at) values ($1, $2, 'OTHER', 'http://service.example', 1, 'INR', $3, now(), 'SENDING', now())`,
    [row?.rowId, other.transaction_id, ctx.actor.userId],
  );
  await harness.pool.query("update refund_intents set state = 'UNKNOWN' where id = $1", [row?.rowId]);
  expect(await driver.states(ctx, runId)).toEqual(["ready"]);
  // It neither keeps the row in progress for ever, nor is it sent in the row's place.
  expect((await driver.start(ctx, runId)).kind).toBe("started");
  await driver.finish(ctx, runId);
  expect(await driver.rows(ctx, runId)).toMatchObject([
    { state: "not_sent", faults: [{ kind: "conflict" }] },
  ]);
  expect(driver.sent()).toBe(0);
});

it("a row that a refund of another payment had ended is not sent, and others stay as they are", async () => {
  const runId = await driver.sendRefunds(ctx, driver.refunds(2));
  await harness.pool.query(
    "update refund_intents set transaction_id = (select transaction_id from refund_intents where reference = 'PAY-2') where reference = 'PAY-1'",
  );
  await migrate("0087_voids-that-wait-and-rows-of-other-payments.sql");
  expect(await driver.states(ctx, runId)).toEqual(["not_sent", "accepted"]);
});
