import type { ApprovedRefundOutcome, DecisionOutcome } from "@/lib/approvals/approval-views";
import { allowsAmount, amountLimit, type Role, roleAllows } from "@/lib/can";
import { formatPaise } from "@/lib/money";
import type { RefundOutcome } from "@/lib/refunds/refund-form-view";
import type { Db } from "@/server/platform/pool";
import { areRefundsHeld } from "@/server/platform/refund-hold";
import { inTransaction } from "@/server/platform/transaction";
import { authorize } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { refundTotal, type Approval, type RefundApproval } from "../domain/approval";
import {
  acceptRequest,
  decideRefund,
  holdRequest,
  readRefundable,
  type RefundableReading,
  readRefundFacts,
  sendRefundIntent,
  writeRefundIntent,
} from "../../refunds";
import { mayRefund } from "../../refunds/domain";
import { presentWaiting } from "../../requests/domain";
import { findApproval, type ApprovalEnd } from "../store/approvals";
import { findIntent, lockLedger } from "../../refunds/store";
import { lockActiveRole } from "../../people/store";
import { type Decision, readDecision } from "./decision-input";
import { writeApprovalEnd } from "./end-approval";
import { lockForDecision } from "./lock-for-decision";

/**
 * Approves a request as a second person. A bulk run is started by a job. For a refund, payment and balance are read
 * again; under the locks of payment and request everything is checked once more, the request ends and its intent is
 * stored, all in one transaction. Then it is sent like every refund: one intent, one call (failures 1 to 5). If this
 * process dies in between, the intent's job sends it.
 *
 * An approved request that is not possible any more ends as REFUSED with the reason. A service error, another refund of
 * the payment whose outcome is unknown, a refund hold, a likely duplicate that the approver has not confirmed
 * (decision 0200), or another service than the request's decides nothing: the request keeps waiting.
 */
export async function approveRequest(ctx: Ctx, input: unknown): Promise<DecisionOutcome> {
  const parsed = readDecision(input, { isNoteNeeded: false });
  const subject = { kind: "approval", id: parsed.ok ? parsed.value.approvalId : "" } as const;
  if (!(await authorize(ctx, "approve_refund", subject))) return { kind: "forbidden" };
  if (!parsed.ok) return parsed.error;

  const approval = await findApproval(ctx.pool, parsed.value.approvalId);
  if (approval === null) return { kind: "not_found" };
  if (approval.requestedById === ctx.actor.userId) return { kind: "own" };
  if (approval.state !== "WAITING") return { kind: "not_waiting", state: approval.state };
  const above = aboveLimit(ctx.actor.role, approval);
  if (above !== null) return above;
  // Nothing could be sent (decision 0237).
  if (await areRefundsHeld(ctx.pool)) return { kind: "on_hold" };
  switch (approval.kind) {
    case "bulk":
      return inTransaction(ctx.pool, (db) => approveBulk(db, ctx, parsed.value));
    case "refund":
      return approveRefund(ctx, approval, parsed.value);
  }
}

async function approveBulk(db: Db, ctx: Ctx, decision: Decision): Promise<DecisionOutcome> {
  const at = ctx.clock.now();
  const held = await lockForDecision(db, ctx, decision.approvalId, at);
  if (held.kind !== "held") return held;
  const { approval } = held;
  if (approval.kind !== "bulk") throw new Error("a request changed its kind");
  const above = aboveLimit(held.role, approval);
  if (above !== null) return above;
  const obstacle = (await requesterMayRefund(db, approval)) ? null : GONE;
  await writeApprovalEnd(db, approval, endOf(ctx, decision, at, obstacle), ctx);
  return obstacle === null ? { kind: "approved_bulk", runId: approval.runId } : notPossible(obstacle, null);
}

async function approveRefund(
  ctx: Ctx,
  approval: RefundApproval,
  decision: Decision,
): Promise<DecisionOutcome> {
  // The payment is at another service, or at this one under an address that this process does not know yet (decision 0355).
  if (approval.serviceAddress !== ctx.routing.serviceAddress) return { kind: "other_service" };
  const decided = await decideRefund<DecisionOutcome | null>(ctx, approval.transactionId, async (asked) => {
    const reading = await readRefundable(ctx, approval);
    if (reading.kind === "service_error") return reading;
    return inTransaction(ctx.pool, (db) => decideUnderLock(db, ctx, approval, decision, { reading, asked }));
  });
  if (decided !== null) return decided;
  const intent = await findIntent(ctx.pool, approval.id);
  if (intent === null) throw new Error("an approved refund has no intent");
  return { kind: "approved_refund", refund: ofCall(await sendRefundIntent(ctx, intent)) };
}

/** Null when it was approved and its intent is stored, ready to be sent. */
async function decideUnderLock(
  db: Db,
  ctx: Ctx,
  approval: RefundApproval,
  decision: Decision,
  {
    reading,
    asked,
  }: { reading: Exclude<RefundableReading, { kind: "service_error" }>; asked: ReadonlySet<string> },
): Promise<DecisionOutcome | { kind: "unasked" } | null> {
  const at = ctx.clock.now();
  const { id, transactionId } = approval;
  await lockLedger(db, transactionId);
  const held = await lockForDecision(db, ctx, id, at);
  if (held.kind !== "held") return held;
  const above = aboveLimit(held.role, approval);
  if (above !== null) return above;

  const { currency, amountPaise } = refundTotal(approval);
  const end = async (obstacle: Obstacle): Promise<DecisionOutcome> => {
    await writeApprovalEnd(db, approval, endOf(ctx, decision, at, obstacle), ctx);
    return notPossible(obstacle, currency);
  };
  const role = await lockActiveRole(db, approval.requestedById);
  if (role === null || !roleAllows(role, "refund_payment")) return end(GONE);
  if (reading.kind === "not_refundable" || reading.currency !== currency)
    return end({ kind: "not_refundable" });

  // A refund that was requested to fulfil a request fulfils no newer one as well.
  const isBeside = held.approval.requestOwnerId !== null;
  const acceptsRequest = isBeside ? null : decision.acceptsRequest;
  const fulfilled = await holdRequest(db, ctx, { ...approval, ...decision, acceptsRequest, intentId: id });
  if (fulfilled.kind === "request_missing") return { kind: "invalid", field: "form", fault: "incomplete" };
  if (fulfilled.kind !== "held") return fulfilled;
  const facts = await readRefundFacts(db, reading, {
    id,
    way: { kind: "approval" },
    transactionId,
    amountPaise,
    acceptsRequest,
    at,
    serviceAddress: ctx.routing.serviceAddress,
    asked,
    // An approval does not lift the requester's own limit, which may be lower than when they asked (decision 0304).
    person: { id: approval.requestedById, role },
  });
  const verdict = mayRefund(facts, {
    amountPaise,
    confirmed: decision.confirmedDuplicates,
    requestSteps: decision.requestSteps,
    isRow: false,
  });
  switch (verdict.kind) {
    case "allowed":
      break;
    case "unasked":
    case "blocked":
      return { kind: verdict.kind };
    case "exceeds":
      return end({ kind: "exceeds_balance", leftPaise: verdict.leftPaise });
    // It was checked when it was requested.
    case "no_decimals":
      return end({ kind: "not_refundable" });
    case "forbidden":
    case "above_limit":
      return end(GONE);
    case "waiting_request": {
      const request = presentWaiting(verdict.request, ctx.actor.userId);
      return { kind: verdict.kind, request: { ...request, ...(isBeside && { isBeside }) }, currency };
    }
    case "likely_duplicate":
      return { ...verdict, amount: formatPaise(amountPaise), currency };
    case "needs_approval":
      throw new Error("an approved refund needs no approval");
  }
  await writeApprovalEnd(db, approval, endOf(ctx, decision, at, null), ctx);
  const intent = await writeRefundIntent(db, ctx, verdict, {
    id,
    transactionId,
    reference: approval.reference,
    amountPaise,
    currency,
    isTest: reading.isTest,
    gateway: reading.gateway,
    reason: approval.reason,
    reasonCode: approval.reasonCode,
    requestedById: approval.requestedById,
    requestedAt: at,
    approvalId: id,
  });
  if (intent === null) throw new Error("an approved refund's id is taken");
  await acceptRequest(db, ctx, fulfilled.request, { intentId: id, amountPaise }, at);
  return null;
}

type Obstacle =
  | { kind: "not_refundable" | "requester_gone" }
  | { kind: "exceeds_balance"; leftPaise: bigint };

const GONE = { kind: "requester_gone" } as const;

/**
 * The requester must still be allowed to refund (decision 0120); a change to another role that may is no obstacle. The
 * amount of each row of a run is compared with the requester's limit when it is sent.
 */
async function requesterMayRefund(db: Db, approval: Approval): Promise<boolean> {
  const role = await lockActiveRole(db, approval.requestedById);
  return role !== null && roleAllows(role, "refund_payment");
}

/** Null when the role may approve every total of the request. */
function aboveLimit(role: Role, { totals }: Approval): DecisionOutcome | null {
  const above = totals.find((total) => !allowsAmount(role, "approve_refund", total));
  if (above === undefined) return null;
  const limit = amountLimit(role, "approve_refund", above.currency) ?? 0n;
  return { kind: "above_limit", limit: formatPaise(limit), currency: above.currency };
}

function endOf(ctx: Ctx, { note }: Decision, at: Date, obstacle: Obstacle | null): ApprovalEnd {
  const shared = { at, decidedById: ctx.actor.userId, note };
  if (obstacle === null) return { ...shared, state: "APPROVED" };
  const obstacleLeftPaise = obstacle.kind === "exceeds_balance" ? obstacle.leftPaise : null;
  return { ...shared, state: "REFUSED", obstacle: obstacle.kind, obstacleLeftPaise };
}

function notPossible(obstacle: Obstacle, currency: string | null): DecisionOutcome {
  const left = obstacle.kind === "exceeds_balance" ? formatPaise(obstacle.leftPaise) : null;
  return { kind: "not_possible", obstacle: obstacle.kind, left, currency };
}

function ofCall(outcome: RefundOutcome): ApprovedRefundOutcome {
  switch (outcome.kind) {
    case "accepted":
    case "refused":
    case "unknown":
    case "not_sent":
      return outcome;
    case "exceeds_balance":
    case "above_limit":
    case "invalid":
    case "blocked":
    case "not_refundable":
    case "likely_duplicate":
    case "waiting_request":
    case "awaiting_approval":
    case "approval_not_needed":
    case "approval_ended":
    case "own_request":
    case "request_closed":
    case "request_missing":
    case "on_hold":
    case "withdrawn":
    case "forbidden":
    case "signed_out":
      throw new Error(`a call cannot end as ${outcome.kind}`);
  }
}
