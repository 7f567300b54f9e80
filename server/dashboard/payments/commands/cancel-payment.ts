import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { CancelOutcome } from "@/lib/payments/cancel-view";
import type { PaymentView } from "@/lib/payments/payment-view";
import type { ServiceError } from "@/lib/service-error";
import { inTransaction } from "@/server/platform/transaction";
import { recordAudit } from "../../audit/store";
import { authorize } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { presentPayments } from "../domain/payment";
import { identifierFault } from "../domain/reference";
import { afterTimeout, CANCELLATION_CALLS } from "../../jobs/call-times";
import { refusalError, serviceErrorOf, type CallResult } from "../../routing-client/call-result";
import { forgetStuckCount } from "../queries/count-stuck";
import { readRecords } from "../queries/read-records";
import { insertCancellation } from "../store/cancellations";
import { storeCancelOutcome } from "./store-cancel-outcome";

const inputSchema = z.object({ reference: z.string(), transactionId: z.string() });
type Target = z.infer<typeof inputSchema>;

/** The outcome of a cancel, and the payment as read just before; null when it was not read. */
type CancelReport = { outcome: CancelOutcome; seen: PaymentView | null };

/**
 * Cancels a payment that is still INITIATED. The service cancels the newest record of the reference (specification
 * 4.3), so the status is read just before, and again afterwards to see who won a race (failure 22).
 */
export async function cancelPayment(ctx: Ctx, input: unknown): Promise<CancelOutcome> {
  return (await cancelAndReport(ctx, input)).outcome;
}

export async function cancelAndReport(ctx: Ctx, input: unknown): Promise<CancelReport> {
  const parsed = inputSchema.safeParse(input);
  const subjectId = parsed.success ? parsed.data.transactionId : "";
  if (!(await authorize(ctx, "cancel_payment", { kind: "payment", id: subjectId }))) {
    return { outcome: { kind: "forbidden" }, seen: null };
  }
  if (!parsed.success || identifierFault(parsed.data.reference, "merchant reference") !== null) {
    return { outcome: { kind: "not_found" }, seen: null };
  }
  const target = parsed.data;

  const before = await lookUp(ctx, target);
  switch (before.kind) {
    case "not_found":
      return { outcome: before, seen: null };
    case "service_error":
      return { outcome: { kind: "not_sent", serviceError: before.serviceError }, seen: null };
    case "found":
      return { outcome: await cancelSeen(ctx, target, before), seen: before.payment };
  }
}

async function cancelSeen(
  ctx: Ctx,
  target: Target,
  { payment, latest }: FoundPayment,
): Promise<CancelOutcome> {
  if (latest.transactionId !== target.transactionId) {
    return { kind: "not_latest", latestTransactionId: latest.transactionId };
  }
  if (payment.status !== "INITIATED") return alreadyProcessed(ctx, payment, { mayHaveCancelled: false });

  const cancellationId = await recordRequest(ctx, target);
  const outcome = await evaluate(ctx, target, await ctx.routing.cancelTransaction(target.reference));
  if (outcome.kind === "cancelled") forgetStuckCount(ctx);
  await storeCancelOutcome(ctx, { cancellationId, transactionId: target.transactionId, outcome });
  return outcome;
}

/** What the response, and a read afterwards, say about this very record. */
async function evaluate(
  ctx: Ctx,
  target: Target,
  response: CallResult<{ message: string }>,
): Promise<CancelOutcome> {
  if (response.kind === "not_sent") return { kind: "not_sent", serviceError: serviceErrorOf(response) };
  if (response.kind === "refused") {
    const serviceError = refusalError(response.refusal);
    if (serviceError !== null) return { kind: "not_sent", serviceError };
  }

  const after = await lookUp(ctx, target);
  switch (response.kind) {
    case "answered":
      if (after.kind !== "found") return { kind: "cancelled_unconfirmed", message: response.value.message };
      if (after.payment.status === "CANCELLED") return { kind: "cancelled" };
      // The call cancelled a newer record, or the service contradicts itself.
      return after.payment.status === "INITIATED"
        ? stillOpen(after)
        : alreadyProcessed(ctx, after.payment, { mayHaveCancelled: true });
    case "refused":
      if (after.kind !== "found" || after.payment.status === "INITIATED") {
        return { kind: "refused", message: "message" in response.refusal ? response.refusal.message : "" };
      }
      return alreadyProcessed(ctx, after.payment, { mayHaveCancelled: false });
    case "unknown":
      if (after.kind !== "found") return { kind: "unknown" };
      if (after.payment.status === "CANCELLED") return { kind: "cancelled" };
      return after.payment.status === "INITIATED"
        ? stillOpen(after)
        : alreadyProcessed(ctx, after.payment, { mayHaveCancelled: true });
  }
}

/** The service cancels the newest record of the reference, which may have become another one before the call. */
function stillOpen({ payment, latest }: FoundPayment): CancelOutcome {
  return payment.isLatest
    ? { kind: "unknown" }
    : { kind: "newer_may_be_cancelled", latestTransactionId: latest.transactionId };
}

type FoundPayment = { kind: "found"; payment: PaymentView; latest: PaymentView };
type Lookup = FoundPayment | { kind: "not_found" } | { kind: "service_error"; serviceError: ServiceError };

async function lookUp(ctx: Ctx, target: Target): Promise<Lookup> {
  const status = await readRecords(ctx, target.reference);
  if (status.kind !== "answered") {
    const isMissing = status.kind === "refused" && status.refusal.kind === "not_found";
    return isMissing
      ? { kind: "not_found" }
      : { kind: "service_error", serviceError: serviceErrorOf(status) };
  }
  const payments = presentPayments(status.value);
  const payment = payments.find((view) => view.transactionId === target.transactionId);
  const latest = payments.find((view) => view.isLatest);
  return payment === undefined || latest === undefined
    ? { kind: "not_found" }
    : { kind: "found", payment, latest };
}

/** `mayHaveCancelled`: a cancel was sent, and the service did not refuse it. */
function alreadyProcessed(
  ctx: Ctx,
  payment: PaymentView,
  { mayHaveCancelled }: { mayHaveCancelled: boolean },
): CancelOutcome {
  const isNewerAtRisk = mayHaveCancelled && !payment.isLatest;
  return { kind: "already_processed", payment, checkedAt: ctx.clock.now().toISOString(), isNewerAtRisk };
}

/** Stores the cancellation, which a worker ends if this process dies, and its audit entry, in one transaction. */
async function recordRequest(ctx: Ctx, target: Target): Promise<string> {
  const cancellationId = randomUUID();
  const at = ctx.clock.now();
  await inTransaction(ctx.pool, async (db) => {
    await insertCancellation(db, {
      id: cancellationId,
      ...target,
      requestedById: ctx.actor.userId,
      requestedAt: at,
      dueInMs: CANCELLATION_CALLS * afterTimeout(ctx.routing.timeoutMs),
    });
    await recordAudit(db, {
      at,
      actor: ctx.actor,
      action: "cancel_requested",
      subject: { kind: "cancellation", id: cancellationId },
      detail: { ...target },
      requestId: ctx.requestId,
    });
  });
  return cancellationId;
}
