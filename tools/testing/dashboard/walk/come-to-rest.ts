import { isTerminalRefund } from "@/lib/contract/statuses";
import { approveRequest } from "@/server/dashboard/approvals/commands/approve-request";
import { declineApproval } from "@/server/dashboard/approvals/commands/decline-approval";
import { discardBulkRun } from "@/server/dashboard/bulk/commands/discard-bulk-run";
import { resumeBulkRun } from "@/server/dashboard/bulk/commands/resume-bulk-run";
import { stopBulkRun } from "@/server/dashboard/bulk/commands/stop-bulk-run";
import {
  confirmManualRefund,
  declineManualRefund,
  keepManualRefund,
  voidManualRefund,
} from "@/server/dashboard/manual-refunds/commands/on-manual-refund";
import { changeRole } from "@/server/dashboard/people/commands/change-role";
import { findRefund } from "@/server/dashboard/refunds/queries/find-refund";
import { readBalance } from "@/server/dashboard/refunds/queries/read-balance";
import { declineRequest } from "@/server/dashboard/requests/commands/decline-request";
import { cleanUp } from "@/server/dashboard/jobs/clean-up";
import { settle } from "./acts";
import type { Rest } from "./books";
import type { ActorName, WalkWorld } from "./walk-world";

const ROUNDS = 40;
/** Longer than every claim, and than the absence of a refund has to last. */
const ROUND_MS = 25 * 60_000;
/** What is read in the end must not fail because the machine is busy. */
const PATIENT_MS = 30_000;
const FINANCE: readonly ActorName[] = ["first", "second", "admin"];

/**
 * The faults end, the gateway finishes every refund, people decide everything that waits, and workers take all that is due. What is open
 * after that would be open for ever.
 */
export async function comeToRest(
  world: WalkWorld,
  trace: string[],
  runJobs: (world: WalkWorld) => Promise<number>,
): Promise<Rest> {
  const { service, pool } = world.harness;
  service.behave();
  if (world.isHeld) trace.push(await world.release());
  for (const name of ["first", "second"] as const) {
    await changeRole(await world.ctx("admin"), { personId: world.actor(name).userId, role: "finance" });
    await world.signIn(name);
  }
  await world.noteAlone();
  let open = await listOpen(world);
  for (let round = 1; round <= ROUNDS && open.length > 0; round += 1) {
    world.step += 1;
    trace.push(`${world.step} rest: ${open.join(", ")}`);
    finishAtGateway(world);
    await cleanUp(world.harness.services);
    for (let turn = 0; turn < 5 && (await runJobs(world)) > 0; turn += 1);
    // The jobs come first: a person decides what they leave.
    if (round > 2) await decide(world);
    await world.letPass(ROUND_MS);
    await pool.query("update sessions set expires_at = '2100-01-01'");
    open = await listOpen(world);
  }
  // A late payment is read when somebody opens the refund (decision 0213).
  const reader = await world.ctx("admin", world.harness.connect(PATIENT_MS));
  for (const { refund_id: refundId } of service.refunds) await findRefund(reader, refundId);
  const left = new Map<string, bigint>();
  for (const { transaction_id: transactionId, merchant_transaction_id: reference } of world.payments) {
    const reading = await readBalance(reader, { reference, transactionId });
    if (reading.kind === "ready") left.set(transactionId, reading.balance.leftPaise);
  }
  return { open, left };
}

function finishAtGateway({ harness: { service, clock }, random }: WalkWorld): void {
  for (const refund of service.refunds) {
    if (isTerminalRefund(refund.refund_status)) continue;
    refund.refund_status = random.chance(0.7) ? "SUCCESS" : "FAILURE";
    refund.refund_completed_at = clock.now().toISOString();
  }
}

const OPEN = `
  select 'refund ' || state || ' ' || id as open from refund_intents where state in ('RECORDED', 'SENDING', 'UNKNOWN')
  union all select 'unfollowed ' || id from refund_intents where state = 'ACCEPTED' and completed_at is null
  union all select 'approval ' || id from approval_requests where state = 'WAITING'
  union all select 'run ' || state || ' ' || id from bulk_runs where state not in ('ended', 'stopped', 'discarded')
  union all select 'row ' || r.state || ' ' || r.id from current_bulk_rows r
    where r.state in ('unchecked', 'ready', 'sending', 'accepted', 'unknown')
  union all select 'manual refund ' || id from manual_refunds where state in ('WAITING', 'VOIDING')
  union all select 'request ' || id from refund_requests where state in ('OPEN', 'QUESTION')`;

async function listOpen({ harness }: WalkWorld): Promise<string[]> {
  const { rows } = await harness.pool.query<{ open: string }>(OPEN);
  return rows.map(({ open }) => open);
}

/** Everything that waits for a person. */
async function decide(world: WalkWorld): Promise<void> {
  const idsOf = async (sql: string): Promise<string[]> =>
    (await world.harness.pool.query<{ id: string }>(sql)).rows.map(({ id }) => id);
  for (const approvalId of await idsOf("select id from approval_requests where state = 'WAITING'"))
    await byOneOf(async (name) => {
      const ctx = await world.ctx(name);
      const { kind } = await approveRequest(ctx, { approvalId, note: "" });
      if (kind !== "likely_duplicate" && kind !== "blocked" && kind !== "waiting_request") return kind;
      return (await declineApproval(ctx, { approvalId, note: "Refunded already" })).kind;
    });
  for (const runId of await idsOf("select id from bulk_runs where state = 'checked'"))
    await discardBulkRun(await world.ctx("first"), { runId });
  for (const runId of await idsOf("select id from bulk_runs where state = 'paused'")) {
    const isResumed = world.random.chance(0.7);
    const command = isResumed ? resumeBulkRun : stopBulkRun;
    await command(await world.ctx("first"), { runId, isApprovalExpected: false });
  }
  for (const manualRefundId of await idsOf("select id from manual_refunds where state = 'WAITING'")) {
    const command = world.random.chance(0.8) ? confirmManualRefund : declineManualRefund;
    await byOneOf(
      async (name) => (await command(await world.ctx(name), { manualRefundId, reason: "Compared" })).kind,
    );
  }
  for (const manualRefundId of await idsOf("select id from manual_refunds where state = 'VOIDING'")) {
    const command = world.random.chance(0.5) ? voidManualRefund : keepManualRefund;
    await byOneOf(
      async (name) => (await command(await world.ctx(name), { manualRefundId, reason: "Compared" })).kind,
    );
  }
  for (const requestId of await idsOf("select id from refund_requests where state in ('OPEN', 'QUESTION')"))
    await declineRequest(await world.ctx("first"), { requestId, text: "Decided otherwise" });
  const { rows } = await world.harness.pool.query<{ id: string; amountPaise: bigint }>(
    `select id, amount_paise as "amountPaise" from refund_intents where state = 'UNKNOWN'`,
  );
  for (const { id, amountPaise } of rows) await settle(world, await world.ctx("first"), id, amountPaise);
}

/** Somebody else than who asked. */
async function byOneOf(act: (name: ActorName) => Promise<string>): Promise<void> {
  for (const name of FINANCE) {
    const kind = await act(name);
    if (kind !== "own" && kind !== "own_request") return;
  }
}
