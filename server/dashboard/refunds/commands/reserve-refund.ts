import type { Db } from "@/server/platform/pool";
import { inTransaction } from "@/server/platform/transaction";
import type { Ctx } from "../../context";
import { mayRefund, type RefundLimit, type RefundVerdict } from "../domain/may-refund";
import type { RefundIntent } from "../domain/refund-intent";
import { readRefundFacts } from "../queries/read-refund-facts";
import type { Refundable } from "../queries/read-refundable";
import { findApproval, isUsedByOther, lockForm, writeApproval } from "../../approvals/store";
import { bulkClaimMs } from "../../jobs/call-times";
import { renewBulkClaim } from "../../bulk/store";
import { acceptRequest, type HeldRequest, holdRequest } from "./accept-request";
import { findEndedForm } from "../store/ended-forms";
import { findIntent } from "../store/refund-intents";
import { isSameRequest, type RefundSubmission } from "./refund-request";
import { writeRefundIntent } from "./write-refund-intent";

type Reservation =
  | { kind: "reserved"; intent: RefundIntent }
  /**
   * The intent or its approval request already exists, or the form was closed without a refund, by an earlier or
   * concurrent submission; or a form of another kind has used its id; or the row was recovered from this process, which had
   * been suspended.
   */
  | { kind: "exists" }
  /** The amount is above a threshold: it is reserved, and nothing is sent until a second person approves. */
  | { kind: "awaiting"; approvalId: string; expiresAt: Date }
  /** A row of a run that was not approved, above a threshold: nothing is stored. */
  | { kind: "needs_approval" }
  /** The form said that it needs approval, and it needs none any more: a person decides again (decision 0120). */
  | { kind: "approval_not_needed" }
  | Exclude<RefundVerdict, { kind: "allowed" | "needs_approval" }>
  | Exclude<HeldRequest, { kind: "held" }>;

export type SubmitOptions = {
  again?: "not_sent";
  /** The id cannot have been used before, so the first lookup is skipped; the lock still finds an existing intent. */
  isNew?: boolean;
  /** A row of a bulk run: no user waits for this refund alone. */
  isOneOfMany?: boolean;
  /** The request that already approved this refund: thresholds are not evaluated again. */
  approvalId?: string;
  /** The row's run; `currency`: that of the row's amount; `confirmed`: the likely duplicates that a person was shown and confirmed for the row (decision 0200). */
  ofRun?: { runId: string; claimedTimes: number; currency: string; confirmed: readonly string[] };
  /** The failed refunds that the service was just asked about. */
  asked?: ReadonlySet<string>;
};

/** Whether an existing intent may be sent after all: the same refund, requested again, and certainly not made. */
export function mayReopen(intent: RefundIntent, request: RefundSubmission, options: SubmitOptions): boolean {
  return (
    options.again === "not_sent" &&
    intent.state === "NOT_SENT" &&
    isSameRequest(request, intent.requestedById, intent)
  );
}

/**
 * Decides about a refund under the payment's lock and stores it with its audit entry and the job that finds it if this
 * process dies before the call (failures 1 to 4, 38). Makes no call outside the database. A refund above a threshold
 * becomes a request for approval, unless the options name its approval or it is a row of a bulk run.
 */
export async function reserveRefund(
  ctx: Ctx,
  request: RefundSubmission,
  refundable: Refundable,
  options: SubmitOptions = {},
): Promise<Reservation> {
  const at = ctx.clock.now();
  const {
    intentId: id,
    transactionId,
    amountPaise,
    confirmedDuplicates = [],
    acceptsRequest = null,
    requestSteps = null,
  } = request;
  const { ofRun, approvalId = null, asked = new Set() } = options;
  const { userId } = ctx.actor;
  return inTransaction(ctx.pool, async (db) => {
    // The statements are pipelined in this order: the reads see the state after both locks were granted (0160).
    const [, facts, earlier, approval, ended, isOther] = await Promise.all([
      lockForm(db, id),
      readRefundFacts(db, refundable, {
        id,
        way:
          ofRun === undefined
            ? { kind: "form" }
            : { kind: "row", runId: ofRun.runId, isApproved: approvalId !== null },
        transactionId,
        amountPaise,
        acceptsRequest,
        at,
        serviceAddress: ctx.routing.serviceAddress,
        asked,
        person: { id: userId },
      }),
      findIntent(db, id),
      findApproval(db, id),
      findEndedForm(db, id),
      // The id of a row is not chosen by a browser.
      ofRun === undefined && isUsedByOther(db, id, "refund"),
    ]);
    if (earlier !== null && !mayReopen(earlier, request, options)) return { kind: "exists" };
    if (approval !== null || isOther) return { kind: "exists" };
    if (ended !== null && options.again === undefined) return { kind: "exists" };
    if (!(await keepsRow(db, ctx, id, options, at))) return { kind: "exists" };

    const accepted = await holdRequest(db, ctx, request);
    if (accepted.kind !== "held") return accepted;
    const verdict = mayRefund(facts, {
      amountPaise,
      confirmed: ofRun?.confirmed ?? confirmedDuplicates,
      requestSteps,
      isRow: ofRun !== undefined,
    });
    switch (verdict.kind) {
      case "allowed":
        break;
      case "needs_approval": {
        if (ofRun !== undefined) return { kind: "needs_approval" };
        const expiresAt = await requestApproval(db, ctx, request, refundable, { at, ...verdict });
        if (expiresAt === null) return { kind: "exists" };
        await acceptRequest(db, ctx, accepted.request, request, at);
        return { kind: "awaiting", approvalId: id, expiresAt };
      }
      case "forbidden":
      case "unasked":
      case "blocked":
      case "waiting_request":
      case "exceeds":
      case "no_decimals":
      case "above_limit":
      case "likely_duplicate":
        return verdict;
    }
    if (request.isApprovalExpected === true) return { kind: "approval_not_needed" };
    const intent = await writeRefundIntent(db, ctx, verdict, {
      id,
      transactionId,
      reference: request.reference,
      amountPaise,
      currency: refundable.currency,
      isTest: refundable.isTest,
      gateway: refundable.gateway,
      reason: request.reason,
      reasonCode: request.reasonCode,
      requestedById: userId,
      requestedAt: at,
      approvalId,
    });
    if (intent === null) return { kind: "exists" };
    await acceptRequest(db, ctx, accepted.request, request, at);
    return { kind: "reserved", intent };
  });
}

/** Always true for a single refund. Not pipelined: only a row without a pending intent may be locked after the ledger. */
async function keepsRow(db: Db, ctx: Ctx, id: string, { ofRun }: SubmitOptions, at: Date): Promise<boolean> {
  const claim = { at, forMs: bulkClaimMs(ctx.routing.timeoutMs) };
  return ofRun === undefined || renewBulkClaim(db, { id, claimedTimes: ofRun.claimedTimes }, claim);
}

/** Stores the refund as a request for approval, and returns when that expires; null when its id is in use. */
function requestApproval(
  db: Db,
  ctx: Ctx,
  { intentId, transactionId, reference, reason, reasonCode, amountPaise }: RefundSubmission,
  { currency, isTest }: Refundable,
  { at, threshold, separateFrom }: { at: Date; threshold: RefundLimit; separateFrom: readonly string[] },
): Promise<Date | null> {
  const { role, limit, countedPaise } = threshold;
  return writeApproval(db, ctx, {
    id: intentId,
    subject: { kind: "refund", transactionId, reference, reason, reasonCode },
    role,
    at,
    lifetimeMinutes: limit.lifetimeMinutes,
    rowCount: 1,
    isTest,
    totals: [{ currency, amountPaise, thresholdPaise: limit.thresholdPaise, countedPaise }],
    reservations: [{ transactionId, amountPaise }],
    separateFrom,
  });
}
