import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { ApprovalState } from "@/lib/approvals/approval-views";
import type { BulkRunState } from "@/lib/bulk";
import type { TransactionRecord } from "@/lib/contract/responses";
import type { RefundIntentState } from "@/lib/refunds/refund-intent-view";
import { approveRequest } from "../approvals/commands/approve-request";
import { declineApproval } from "../approvals/commands/decline-approval";
import { pauseBulkRun } from "../bulk/commands/pause-bulk-run";
import { requestRefund } from "../refunds/commands/request-refund";
import { reserveRefund } from "../refunds/commands/reserve-refund";
import { resumeBulkRun } from "../bulk/commands/resume-bulk-run";
import { stopBulkRun } from "../bulk/commands/stop-bulk-run";
import { verifyAuditLog } from "../audit/commands/verify-audit-log";
import { withdrawApproval } from "../approvals/commands/withdraw-approval";
import type { Ctx } from "../context";
import { insertCancellation } from "../payments/store/cancellations";
import { startSending } from "../refunds/store/refund-intent-moves";
import { findIntent } from "../refunds/store/refund-intents";
import { askFor, setRule } from "@/tools/testing/dashboard/approvals";
import { BulkDriver } from "@/tools/testing/dashboard/bulk";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { refundInput } from "@/tools/testing/dashboard/refund-input";
import { makeStep, waitingRows } from "@/tools/testing/dashboard/due-work";

let harness: Harness;
let driver: BulkDriver;
let ctx: Ctx;
let second: Ctx;

beforeAll(async () => {
  harness = await startHarness();
});
beforeEach(async () => {
  await harness.reset();
  driver = new BulkDriver(harness);
  ctx = await harness.ctxOf("finance");
  second = await harness.ctxOf("finance");
  await setRule(harness, "25.00");
});
afterAll(() => harness.stop());

const HOUR_MS = 60 * 60_000;
const MAX_ROUNDS = 60;

let count = 0;
function payment(fields: Partial<TransactionRecord> = {}): TransactionRecord {
  count += 1;
  return harness.service.addPayment({ merchant_transaction_id: `ORD-${count}`, ...fields });
}

/** Makes the step of every row that waits, whenever it is due, with hours between rounds, until none waits. */
async function stepAll(): Promise<void> {
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    await harness.pass(2 * HOUR_MS);
    for (const refund of harness.service.refunds) {
      Object.assign(refund, {
        refund_status: "SUCCESS",
        refund_completed_at: harness.clock.now().toISOString(),
      });
    }
    const waiting = await waitingRows(harness.pool);
    if (waiting.length === 0) return;
    for (const row of waiting) await makeStep(harness.services, row);
  }
  throw new Error("the steps do not come to an end");
}

async function recorded(): Promise<string> {
  const { merchant_transaction_id: reference, transaction_id: transactionId } = payment();
  const wanted = {
    intentId: randomUUID(),
    reference,
    transactionId,
    amountPaise: 1_000n,
    reason: "Damaged",
    reasonCode: null,
  };
  const terms = { currency: "INR", paidPaise: 50_000n, gateway: null, service: null, isTest: false };
  expect((await reserveRefund(ctx, wanted, terms)).kind).toBe("reserved");
  return wanted.intentId;
}
async function requested(kind: "accepted" | "unknown"): Promise<string> {
  if (kind === "unknown") harness.service.next("refund_initiate", { kind: "drop", when: "after" });
  const input = refundInput(payment(), { amount: "10.00" });
  expect((await requestRefund(ctx, input)).kind).toBe(kind);
  return input.intentId;
}

/** How to leave a refund in each state, and the state that it ends in; null for a final one. */
const INTENTS: Record<RefundIntentState, { leave: () => Promise<string>; ends: RefundIntentState } | null> = {
  RECORDED: { leave: recorded, ends: "NOT_SENT" },
  SENDING: {
    async leave() {
      const intentId = await recorded();
      await startSending(harness.pool, intentId, harness.clock.now());
      return intentId;
    },
    ends: "ACCEPTED",
  },
  UNKNOWN: { leave: () => requested("unknown"), ends: "ACCEPTED" },
  // Accepted, and not final at the gateway.
  ACCEPTED: { leave: () => requested("accepted"), ends: "ACCEPTED" },
  REFUSED: null,
  NOT_SENT: null,
};

/** A started run of refunds: `rows` of 10.00 each; three of them exceed the threshold. */
async function run(rows: number, by = ctx): Promise<string> {
  const lines = Array.from({ length: rows }, () => `${payment().merchant_transaction_id},10.00`);
  const runId = await driver.prepare(by, "refund", ["reference,amount", ...lines].join("\n"));
  const { kind } = await driver.start(by, runId);
  expect(kind).toBe(rows < 3 ? "started" : "awaits_approval");
  return runId;
}
/** The process that sent a row died before storing its intent. */
async function withDeadRow(runId: string): Promise<string> {
  await harness.pool.query(
    `update bulk_rows set state = 'sending', claimed_until = now(), claimed_at = $2, claimed_times = 1
     where id = (select id from bulk_rows where run_id = $1 and state in ('ready', 'not_sent') limit 1)`,
    [runId, harness.clock.now()],
  );
  return runId;
}

type RunCase = { leave: () => Promise<string>; ends: BulkRunState };

/** Runs in every state; null where a person continues them, or nothing is left to do. */
const RUNS: Record<BulkRunState, RunCase | null> = {
  checking: {
    leave: () => driver.upload(ctx, "refund", `${payment().merchant_transaction_id},1.00`),
    ends: "checked",
  },
  checked: null,
  // A row is in progress although the run waits; the request expires. See also APPROVALS.
  awaiting_approval: {
    async leave() {
      const runId = await run(2);
      await pauseBulkRun(ctx, { runId });
      await setRule(harness, "5.00");
      expect((await resumeBulkRun(ctx, { runId })).kind).toBe("awaits_approval");
      await setRule(harness, "25.00");
      return withDeadRow(runId);
    },
    ends: "paused",
  },
  running: { leave: () => run(2), ends: "ended" },
  paused: {
    async leave() {
      const runId = await run(2);
      await pauseBulkRun(ctx, { runId });
      return withDeadRow(runId);
    },
    ends: "paused",
  },
  stopped: {
    async leave() {
      const runId = await run(2);
      await stopBulkRun(ctx, { runId });
      return withDeadRow(runId);
    },
    ends: "stopped",
  },
  ended: null,
  discarded: null,
};

async function approvalOf(runId: string): Promise<string> {
  const { rows } = await harness.pool.query<{ id: string }>(
    "select id from approval_requests where run_id = $1",
    [runId],
  );
  return rows[0]?.id ?? "";
}
async function decided(decide: (approvalId: string, runId: string) => Promise<unknown>): Promise<string> {
  const runId = await run(3);
  await decide(await approvalOf(runId), runId);
  return runId;
}

/** Runs that await approval, by the state of their request. */
const APPROVALS: Record<ApprovalState, RunCase> = {
  // No one decides: the request expires.
  WAITING: { leave: () => run(3), ends: "checked" },
  APPROVED: {
    leave: () => decided((approvalId) => approveRequest(second, { approvalId, note: "" })),
    ends: "ended",
  },
  DECLINED: {
    leave: () => decided((approvalId) => declineApproval(second, { approvalId, note: "No" })),
    ends: "checked",
  },
  WITHDRAWN: {
    leave: () => decided((approvalId) => withdrawApproval(ctx, { approvalId, note: "" })),
    ends: "checked",
  },
  EXPIRED: {
    leave: () =>
      decided((approvalId) =>
        harness.pool.query(
          "update approval_requests set state = 'EXPIRED', decided_at = $2, due_at = now() where id = $1",
          [approvalId, harness.clock.now()],
        ),
      ),
    ends: "checked",
  },
  REFUSED: {
    async leave() {
      const leaver = await harness.ctxOf("finance");
      const runId = await run(3, leaver);
      await harness.pool.query("update people set deactivated_at = $2 where id = $1", [
        leaver.actor.userId,
        harness.clock.now(),
      ]);
      const approvalId = await approvalOf(runId);
      expect(await approveRequest(second, { approvalId, note: "" })).toMatchObject({ kind: "not_possible" });
      return runId;
    },
    ends: "checked",
  },
};

/** The number of records, by table, that have not ended and wait for no person. */
async function unfinished(): Promise<Record<string, number>> {
  const { rows } = await harness.pool.query<{ what: string; found: number }>(
    `select what, count(*)::integer as found from (
       select 'refunds' as what from refund_intents
         where state in ('RECORDED', 'SENDING', 'UNKNOWN') or (state = 'ACCEPTED' and completed_at is null)
       union all select 'tracked refunds' from tracked_refunds where completed_at is null
       union all select 'cancellations' from cancellations where state = 'requested'
       union all select 'approvals' from approval_requests where state = 'WAITING'
       union all select 'runs' from bulk_runs where state in ('checking', 'awaiting_approval', 'running')
       union all select 'rows' from bulk_rows where state in ('unchecked', 'sending', 'unknown')
       union all select 'verifications' from audit_verifications where finished_at is null
       union all select 'notifications' from notification_events where expanded_at is null) open
     group by what`,
  );
  return Object.fromEntries(rows.map(({ what, found }) => [what, found]));
}

it("every state that no person moves on comes to its end by its own row", async () => {
  const left: { id: string; ends: string; stateOf: (id: string) => Promise<string | undefined> }[] = [];
  const stateOfIntent = async (id: string) => (await findIntent(harness.pool, id))?.state;
  const stateOfRun = async (id: string) => (await driver.run(second, id)).state;
  for (const intent of Object.values(INTENTS)) {
    if (intent === null) continue;
    left.push({ id: await intent.leave(), ends: intent.ends, stateOf: stateOfIntent });
  }
  for (const bulk of [...Object.values(RUNS), ...Object.values(APPROVALS)]) {
    if (bulk === null) continue;
    left.push({ id: await bulk.leave(), ends: bulk.ends, stateOf: stateOfRun });
  }
  // A refund that awaits approval, and one whose process died between its approval and its call.
  await askFor(ctx, payment(), "200.00");
  const approvalId = await askFor(ctx, payment(), "300.00");
  const routing = { ...second.routing, initiateRefund: () => Promise.reject(new Error("killed")) };
  await expect(approveRequest({ ...second, routing }, { approvalId, note: "" })).rejects.toThrow("killed");
  await harness.pool.query(
    "update refund_intents set state = 'RECORDED', sent_at = null, due_at = now() where id = $1",
    [approvalId],
  );
  left.push({ id: approvalId, ends: "ACCEPTED", stateOf: stateOfIntent });

  const { transaction_id: transactionId, merchant_transaction_id: reference } = payment();
  await insertCancellation(harness.pool, {
    id: randomUUID(),
    transactionId,
    reference,
    requestedById: ctx.actor.userId,
    requestedAt: harness.clock.now(),
    dueInMs: 0,
  });
  // A cancel of unknown outcome, which the payment's status resolves by now.
  const open = payment({ transaction_status: "INITIATED" });
  const cancels = await driver.prepare(ctx, "cancel", open.merchant_transaction_id);
  await driver.start(ctx, cancels);
  await harness.pool.query("update bulk_rows set state = 'unknown', claimed_at = $2 where run_id = $1", [
    cancels,
    harness.clock.now(),
  ]);
  open.transaction_status = "CANCELLED";
  left.push({ id: cancels, ends: "ended", stateOf: stateOfRun });
  expect(await verifyAuditLog(await harness.ctxOf("admin"), "newest")).toEqual({ kind: "started" });

  const kinds = Object.keys(await unfinished()).sort();
  expect(kinds).toEqual([
    "approvals",
    "cancellations",
    "notifications",
    "refunds",
    "rows",
    "runs",
    "tracked refunds",
    "verifications",
  ]);
  await stepAll();
  expect(await unfinished()).toEqual({});
  for (const { id, ends, stateOf } of left) expect(await stateOf(id)).toBe(ends);
  // One refund for each that was sent: the six single ones would have doubled if they had been sent again.
  const references = harness.service.refunds.map((refund) => refund.transaction_id);
  expect(new Set(references).size).toBe(references.length);
});
