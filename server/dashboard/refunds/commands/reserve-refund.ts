import { exceedsThreshold } from "@/lib/approvals/exceeds-threshold";
import type { Role } from "@/lib/can";
import { areConfirmed, type DuplicateRefund } from "@/lib/duplicate-refunds";
import type { OwnLimitView } from "@/lib/refunds/refund-form-view";
import type { ClosedRequest } from "@/lib/requests/request-state";
import type { Db } from "@/server/platform/pool";
import { inTransaction } from "@/server/platform/transaction";
import type { Ctx } from "../../context";
import type { ConfirmedRepeats } from "../../bulk/domain";
import { countsAgainstBalance, type RefundIntent } from "../domain/refund-intent";
import type { Refundable } from "../queries/read-refundable";
import { readRefundLimit } from "../queries/read-refund-limit";
import { limitNow, presentOwnLimit } from "../queries/read-own-limit";
import { readReservations } from "../queries/read-reservations";
import { lockForm, findApproval, writeApproval } from "../../approvals/store";
import { findMemberRole } from "../../accounts/store";
import { bulkClaimMs } from "../../jobs/schedule";
import { findRunsOfRows, renewBulkClaim } from "../../bulk/store";
import { findDuplicateRefunds, findManualDuplicates, listSeparateFrom } from "../store/duplicate-refunds";
import { acceptRequest, holdRequest } from "./accept-request";
import { findEndedForm } from "../store/ended-forms";
import { findIntent } from "../store/refund-intents";
import { lockLedger } from "../store/refund-ledgers";
import { balanceUnderLock } from "./balance-under-lock";
import { isSameRequest, type RefundSubmission } from "./refund-request";
import { writeRefundIntent } from "./write-refund-intent";

export type Reservation =
  | { kind: "reserved"; intent: RefundIntent }
  /**
   * The intent or its approval request already exists, or the form was closed without a refund, by an earlier or
   * concurrent submission; or the row was recovered from this process, which had been suspended.
   */
  | { kind: "exists" }
  | { kind: "blocked"; by: RefundIntent }
  /** The row repeats a refund made outside the run, and no one has confirmed it. */
  | { kind: "repeats"; refund: RefundIntent }
  | { kind: "exceeds"; leftPaise: bigint }
  /** More than the role of the person refunds of one payment. */
  | { kind: "above_limit"; own: OwnLimitView }
  /** A refund that no one has confirmed as separate from all of these; of a row only manual refunds are reported so. */
  | { kind: "likely_duplicate"; duplicates: DuplicateRefund[] }
  /** Above a threshold: the amount is reserved, and nothing is sent until a second person approves. */
  | { kind: "awaiting"; approvalId: string; expiresAt: Date }
  /** The form said that it needs approval, and it needs none any more: a person decides again (decision 0120). */
  | { kind: "approval_not_needed" }
  /** The request that it would accept: requested by the same person, decided by another one, or not of this payment. */
  | { kind: "own_request" }
  | { kind: "request_closed"; request: ClosedRequest }
  | { kind: "request_missing" };

export type SubmitOptions = {
  again?: "not_sent";
  /** The id cannot have been used before, so the first lookup is skipped; the lock still finds an existing intent. */
  isNew?: boolean;
  /** A row of a bulk run: no user waits for this refund alone. */
  isOneOfMany?: boolean;
  /** The request that already approved this refund: thresholds are not evaluated again. */
  approvalId?: string;
  /** The row's run: a row must not repeat a refund made outside it, unless a person confirmed it (decision 0200). */
  ofRun?: { runId: string; claimedTimes: number; confirmed: ConfirmedRepeats | null };
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
 * becomes a request for approval, unless the options name its approval.
 */
export async function reserveRefund(
  ctx: Ctx,
  request: RefundSubmission,
  refundable: Refundable,
  options: SubmitOptions = {},
): Promise<Reservation> {
  const at = ctx.clock.now();
  const { transactionId, amountPaise } = request;
  const { currency } = refundable;
  return inTransaction(ctx.pool, async (db) => {
    // In this order and pipelined: the reads see the state after both locks were granted (0165).
    const [, reported, earlier, approval, ended, holds, duplicates, role] = await Promise.all([
      lockForm(db, request.intentId),
      lockLedger(db, transactionId),
      findIntent(db, request.intentId),
      findApproval(db, request.intentId),
      findEndedForm(db, request.intentId),
      readReservations(db, transactionId, {
        at,
        // What was approved was set aside then: a request that came since does not take it back.
        isApproved: options.approvalId !== undefined,
        butRequest: request.acceptsRequest ?? null,
      }),
      options.ofRun === undefined
        ? findDuplicateRefunds(db, { transactionId, amountPaise, but: request.intentId })
        : findManualDuplicates(db, { transactionId, amountPaise }),
      findMemberRole(db, ctx.actor.userId),
    ]);
    if (earlier !== null && !mayReopen(earlier, request, options)) return { kind: "exists" };
    if (approval !== null) return { kind: "exists" };
    if (ended !== null && options.again === undefined) return { kind: "exists" };
    if (!(await keepsRow(db, ctx, request.intentId, options, at))) return { kind: "exists" };

    const accepted = await holdRequest(db, ctx, request);
    if (accepted.kind !== "held") return accepted;

    const { open, leftPaise } = balanceUnderLock({ refundable, reported, holds, at });
    if (open !== null) return { kind: "blocked", by: open };
    const repeated = await findRepeated(db, holds.intents, request, options);
    if (repeated !== null) return { kind: "repeats", refund: repeated };
    if (amountPaise > leftPaise) return { kind: "exceeds", leftPaise };
    const own = await limitNow(db, { id: ctx.actor.userId, role }, { transactionId, currency });
    if (own !== null && amountPaise > own.leftPaise)
      return { kind: "above_limit", own: presentOwnLimit(own) };
    const confirmedIds =
      options.ofRun === undefined
        ? (request.confirmedDuplicates ?? [])
        : meantManually(duplicates, options.ofRun.confirmed);
    if (!areConfirmed(duplicates, confirmedIds)) return { kind: "likely_duplicate", duplicates };
    const separateFrom = duplicates.map(({ intentId }) => intentId);

    if (options.approvalId === undefined) {
      const waits = await requestApproval(db, ctx, request, refundable, { at, role, separateFrom });
      if (waits !== null) {
        if (waits.kind === "awaiting") await acceptRequest(db, ctx, accepted.request, request, at);
        return waits;
      }
      if (request.isApprovalExpected === true) return { kind: "approval_not_needed" };
    }
    const intent = await writeRefundIntent(db, ctx, {
      id: request.intentId,
      transactionId,
      reference: request.reference,
      amountPaise,
      currency,
      isTest: refundable.isTest,
      gateway: refundable.gateway,
      reason: request.reason,
      reasonCode: request.reasonCode,
      requestedById: ctx.actor.userId,
      requestedAt: at,
      approvalId: options.approvalId ?? null,
      separateFrom,
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

/**
 * The newest refund of the payment with the same amount that is not from this run and not confirmed, neither for the
 * row nor when that refund was made after the row.
 */
async function findRepeated(
  db: Db,
  intents: readonly RefundIntent[],
  { intentId: rowId, amountPaise }: RefundSubmission,
  { ofRun }: SubmitOptions,
): Promise<RefundIntent | null> {
  if (ofRun === undefined) return null;
  const same = intents.filter((intent) => intent.amountPaise === amountPaise && countsAgainstBalance(intent));
  if (same.length === 0) return null;
  const ids = same.map(({ id }) => id);
  const [runs, separate] = await Promise.all([findRunsOfRows(db, ids), listSeparateFrom(db, ids, rowId)]);
  const { runId: own, confirmed } = ofRun;
  // A refund that had failed counts as a duplicate only from the time its late payment was seen.
  const isMeant = ({ id, requestedAt, lateSuccessSeenAt }: RefundIntent, runId: string): boolean =>
    confirmed !== null &&
    ((lateSuccessSeenAt ?? requestedAt) <= confirmed.at ||
      confirmed.runIds.has(runId) ||
      confirmed.intentIds.has(id));
  return (
    same.findLast((intent) => {
      const runId = runs.get(intent.id) ?? "";
      return runId !== own && !separate.has(intent.id) && !isMeant(intent, runId);
    }) ?? null
  );
}

/** The manual refunds that a person knew of who confirmed the row. */
function meantManually(duplicates: readonly DuplicateRefund[], confirmed: ConfirmedRepeats | null): string[] {
  if (confirmed === null) return [];
  return duplicates.filter(({ at }) => Date.parse(at) <= confirmed.at.getTime()).map((one) => one.intentId);
}

/**
 * Null when the refund is below every threshold and needs no approval. The ledger's lock keeps the counted amount true.
 * `role`: the one that the person has now. The one of `ctx` may be of before the service was called.
 */
async function requestApproval(
  db: Db,
  ctx: Ctx,
  request: RefundSubmission,
  { currency, isTest }: Refundable,
  { at, role, separateFrom }: { at: Date; role: Role | null; separateFrom: readonly string[] },
): Promise<Reservation | null> {
  const { intentId, transactionId, reference, reason, reasonCode, amountPaise } = request;
  if (role === null) throw new Error("a refund of a person without a role is within their limit");
  const found = await readRefundLimit(db, { role }, { transactionId, currency }, at);
  if (found === null) return null;
  const { limit, countedPaise } = found;
  if (!exceedsThreshold(limit, amountPaise, countedPaise)) return null;
  const expiresAt = await writeApproval(db, ctx, {
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
  return expiresAt === null ? { kind: "exists" } : { kind: "awaiting", approvalId: intentId, expiresAt };
}
