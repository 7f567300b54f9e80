import type { BulkFault, BulkKind, BulkReserver } from "@/lib/bulk";
import type { TransactionRecord } from "@/lib/contract/responses";
import type { DuplicateRefund } from "@/lib/duplicate-refunds";
import { formatPaise, parseAmount } from "@/lib/money";
import type { PaymentView } from "@/lib/payments/payment-view";
import type { ServiceError } from "@/lib/service-error";
import type { Ctx } from "../../context";
import { confirmedDuplicates, reserverOf } from "../domain/bulk-comparison";
import { missingReasonOf } from "../domain/bulk-table";
import { notFound } from "../domain/not-found";
import { endOfSentCancel } from "../domain/sent-cancel";
import { presentPayments } from "../../payments/domain";
import { refusalError, serviceErrorOf } from "../../routing-client/call-result";
import { findMeantReference } from "../queries/find-meant-reference";
import { listReservationsOf } from "../store/bulk-duplicates";
import { type BulkRowEnd, noteBulkPayment } from "../store/bulk-row-moves";
import type { BulkRow } from "../store/bulk-rows";
import { cancelAndReport, readRecords } from "../../payments";
import { readReasonRules } from "../../reasons/store";
import { submitRefund } from "../../refunds";

/** The result of one attempt to send a row. */
export type BulkRowResult =
  | { kind: "ended"; end: BulkRowEnd }
  /** Certainly nothing happened, because of a service error: the whole run waits. */
  | { kind: "service_error"; serviceError: ServiceError }
  /** Only this row waits, because of its payment; `end` is its result if that does not change. */
  | { kind: "put_back"; end: BulkRowEnd }
  /** The person lacks the permission now. */
  | { kind: "not_allowed" };

/** Sends one claimed row like a single action, for the person of `ctx`. `approvalId` is the run's approval. */
export async function sendBulkRow(
  ctx: Ctx,
  kind: BulkKind,
  row: BulkRow,
  approvalId: string | null,
): Promise<BulkRowResult> {
  switch (kind) {
    case "refund":
      return refund(ctx, row, approvalId);
    case "cancel":
      return cancel(ctx, row);
    case "lookup":
      return lookUp(ctx, row);
  }
}

/** The row's id is its intent's id, and so its Idempotency-Key, however often it is put back (0123). */
async function refund(ctx: Ctx, row: BulkRow, approvalId: string | null): Promise<BulkRowResult> {
  if (row.transactionId === null || row.amountPaise === null || row.currency === null)
    return notSent({ kind: "conflict" });
  // One may have been made required since the run was started (decision 0277).
  const missing = row.reasonCode === null ? missingReasonOf(await readReasonRules(ctx.pool)) : null;
  if (missing !== null) return notSent(missing);
  const confirmed = confirmedDuplicates(row);
  const shown = row.faults.find((fault) => fault.kind === "refund_requested");
  const outcome = await submitRefund(
    ctx,
    {
      intentId: row.id,
      reference: row.reference,
      transactionId: row.transactionId,
      amountPaise: row.amountPaise,
      reason: row.reason,
      reasonCode: row.reasonCode,
      acceptsRequest: row.acceptsRequest,
      requestSteps: row.requestSteps ?? shown?.steps ?? null,
    },
    {
      again: "not_sent",
      isOneOfMany: true,
      isNew: row.claimedTimes === 1,
      ...(approvalId !== null && { approvalId }),
      ofRun: { runId: row.runId, claimedTimes: row.claimedTimes, currency: row.currency, confirmed },
    },
  );
  switch (outcome.kind) {
    case "accepted":
      return { kind: "ended", end: { state: "accepted" } };
    case "refused":
      return { kind: "ended", end: { state: "refused", message: outcome.message } };
    case "unknown":
      return { kind: "ended", end: { state: "unknown" } };
    case "exceeds_balance":
      return notSent(await whyTooMuch(ctx, row, outcome));
    case "above_limit":
      return notSent({
        kind: "above_limit",
        left: outcome.left,
        currency: outcome.currency,
        by: ctx.actor.name,
      });
    case "not_refundable":
      return notSent(
        outcome.status === null ? { kind: "not_found" } : { kind: "status", status: outcome.status },
      );
    case "blocked":
      return { kind: "put_back", end: { state: "not_sent", faults: [{ kind: "refund_open" }] } };
    case "not_sent":
      return { kind: "service_error", serviceError: outcome.serviceError };
    case "needs_approval":
      return notSent({ kind: "needs_approval" });
    case "other_currency":
      return notSent({ kind: "other_currency", currency: outcome.currency });
    case "likely_duplicate":
      return notSent(
        ...outcome.duplicates
          .filter(({ intentId }) => !confirmed.includes(intentId))
          .map((duplicate) => repeated(duplicate, outcome)),
      );
    case "waiting_request": {
      const { amount, requestId, steps, requestedBy: by, requestedAt: at } = outcome.request;
      const { currency } = outcome;
      return notSent({ kind: "refund_requested", requestId, steps, by, at, amount, currency });
    }
    case "own_request":
      return notSent({ kind: outcome.kind });
    case "request_closed": {
      const { kind: _, refund: __, ...closed } = outcome.request;
      return notSent({ kind: outcome.kind, ...closed });
    }
    // A row makes no request of its own: its run was approved as a whole.
    case "awaiting_approval":
    case "approval_ended":
      return notSent({ kind: "needs_approval" });
    // Rows have no form.
    case "approval_not_needed":
    case "request_missing":
    case "on_hold":
    case "withdrawn":
      return notSent({ kind: "conflict" });
    case "invalid":
      return notSent(
        "currency" in outcome ? { kind: "bad_amount", currency: outcome.currency } : { kind: "conflict" },
      );
    case "forbidden":
    case "signed_out":
      return { kind: "not_allowed" };
  }
}

/** What a row repeats and nobody has confirmed for it. Of a row, nothing that only waits is a duplicate. */
function repeated(
  duplicate: DuplicateRefund,
  { amount, currency }: { amount: string; currency: string },
): BulkFault {
  const { intentId, by, at } = duplicate;
  switch (duplicate.kind) {
    case "refunded_before":
      return {
        kind: duplicate.kind,
        intentId,
        refundId: duplicate.refundId,
        by,
        at,
        paidLate: duplicate.wasPaidLate ? { amount: duplicate.amount ?? amount, currency } : null,
      };
    case "returned_manually":
      return { kind: duplicate.kind, manualRefundId: intentId, by, at };
    case "in_bulk_run":
    case "request_waits":
    case "same_transfer":
    case "refunded_outside":
      return { kind: "conflict" };
  }
}

/** Names the reservations of others without which the row would fit the balance: not that of the request that it fulfils. */
async function whyTooMuch(
  ctx: Ctx,
  row: BulkRow,
  { left, currency }: { left: string; currency: string },
): Promise<BulkFault> {
  const all = await listReservationsOf(ctx.pool, row.transactionId ?? "", row.runId);
  const isOwn = ({ requestId }: BulkReserver): boolean =>
    typeof requestId === "string" && requestId === row.acceptsRequest;
  const reservations = all.filter((one) => !isOwn(one));
  const [holder] = reservations;
  const reservedPaise = reservations.reduce((sum, { amountPaise }) => sum + amountPaise, 0n);
  const leftPaise = parseAmount(left);
  const wouldFit = leftPaise.ok && (row.amountPaise ?? 0n) <= leftPaise.value + reservedPaise;
  if (holder === undefined || !wouldFit) return { kind: "exceeds", left, currency };
  return {
    kind: "reserved",
    left,
    reserved: formatPaise(reservedPaise),
    currency,
    ...reserverOf(holder),
  };
}

/** A cancel reads the payment before and after, so a retried row finds what the first call did (0123). */
async function cancel(ctx: Ctx, row: BulkRow): Promise<BulkRowResult> {
  if (row.transactionId === null) return notSent({ kind: "conflict" });
  const { outcome, seen } = await cancelAndReport(ctx, {
    reference: row.reference,
    transactionId: row.transactionId,
  });
  // A row from the stuck payments was not compared with the service before: its payment's data is read here (0123).
  if (seen !== null && row.currency === null) await notePayment(ctx, row, seen);
  switch (outcome.kind) {
    case "cancelled":
      return { kind: "ended", end: { state: "done" } };
    case "already_processed":
      return { kind: "ended", end: endOfProcessed(row, outcome) };
    case "refused":
      // This call did nothing. An earlier one of this row may have, until its payment has ended.
      return row.outcomeOpen
        ? { kind: "ended", end: { state: "unknown" } }
        : { kind: "ended", end: { state: "refused", message: outcome.message } };
    case "not_latest":
      // Not sent this time; an earlier call of this row may have cancelled this payment or the newer one.
      return row.outcomeOpen && seen !== null
        ? { kind: "ended", end: endOfSentCancel(seen) }
        : notSent({ kind: "not_latest" });
    case "newer_may_be_cancelled":
      return { kind: "ended", end: { state: "unknown", faults: [{ kind: "newer_may_be_cancelled" }] } };
    case "not_found":
      // A service that does not find the payment now says nothing about an earlier call of this row.
      return row.outcomeOpen ? { kind: "ended", end: { state: "unknown" } } : notSent({ kind: "not_found" });
    // Its next attempt reads the payment first.
    case "cancelled_unconfirmed":
    case "unknown":
      return { kind: "put_back", end: { state: "unknown" } };
    case "not_sent":
      return { kind: "service_error", serviceError: outcome.serviceError };
    case "forbidden":
    case "signed_out":
      return { kind: "not_allowed" };
  }
}

async function notePayment(ctx: Ctx, row: BulkRow, { amount, currency, isTest }: PaymentView): Promise<void> {
  const paise = parseAmount(amount);
  await noteBulkPayment(ctx.pool, row.id, { amountPaise: paise.ok ? paise.value : null, currency, isTest });
}

function endOfProcessed(
  row: BulkRow,
  { payment, isNewerAtRisk }: { payment: PaymentView; isNewerAtRisk: boolean },
): BulkRowEnd {
  // An earlier call of this row may have cancelled this payment or a newer one.
  if (row.outcomeOpen || isNewerAtRisk) return endOfSentCancel(payment);
  return payment.status === "CANCELLED"
    ? { state: "skipped", faults: [{ kind: "already_cancelled" }] }
    : { state: "refused", faults: [{ kind: "status", status: payment.status }] };
}

async function lookUp(ctx: Ctx, row: BulkRow): Promise<BulkRowResult> {
  const response = await readRecords(ctx, row.reference);
  if (response.kind === "answered") return lookedUp(row, response.value);
  if (response.kind !== "refused" || refusalError(response.refusal) !== null) {
    return { kind: "service_error", serviceError: serviceErrorOf(response) };
  }
  const message = "message" in response.refusal ? response.refusal.message : null;
  const meant =
    response.refusal.kind === "not_found"
      ? await findMeantReference(ctx, row.reference)
      : { kind: "none" as const };
  switch (meant.kind) {
    case "found":
      return lookedUp(row, meant.records);
    case "suggested": {
      const fault: BulkFault = { kind: "not_found", suggested: meant.reference };
      return { kind: "ended", end: { state: "refused", message, faults: [fault] } };
    }
    case "none":
      return { kind: "ended", end: { state: "refused", message } };
    case "service_error":
      return meant;
  }
}

function lookedUp(row: BulkRow, records: readonly TransactionRecord[]): BulkRowResult {
  const [latest] = presentPayments(records);
  if (latest === undefined)
    return { kind: "ended", end: { state: "refused", faults: [notFound(row.reference)] } };
  const { transactionId, status, amount, currency, createdAt, gatewayTransactionId, isTest } = latest;
  const found = { transactionId, status, amount, currency, createdAt, gatewayTransactionId, isTest };
  return { kind: "ended", end: { state: "done", found: { ...found, records: records.length } } };
}

function notSent(...faults: BulkFault[]): BulkRowResult {
  return { kind: "ended", end: { state: "not_sent", faults } };
}
