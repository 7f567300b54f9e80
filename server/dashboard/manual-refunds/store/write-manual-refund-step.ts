import { formatPaise } from "@/lib/money";
import type { ManualRefundStep } from "@/lib/manual-refunds/manual-refund-views";
import type { Db } from "@/server/platform/pool";
import { type AuditAction, type AuditDetail, recordAudit } from "../../audit/store";
import type { Ctx } from "../../context";
import { notify } from "../../notifications/store";
import { type ManualRefund, STEPS } from "../domain/manual-refund";
import { decideManualRefund, voidManualRefund } from "./manual-refunds";

const ACTIONS = {
  confirm: "manual_refund_confirmed",
  decline: "manual_refund_declined",
  withdraw: "manual_refund_withdrawn",
  void: "manual_refund_voided",
} as const satisfies Record<ManualRefundStep, AuditAction>;

/**
 * Moves a manual refund on, with its audit entry and a notification to the person who recorded it, in the caller's
 * transaction. The caller has locked the payment's ledger and the row, and checked that the step is possible.
 */
export async function writeManualRefundStep(
  db: Db,
  ctx: Ctx,
  refund: ManualRefund,
  { step, at, reason }: { step: ManualRefundStep; at: Date; reason: string | null },
): Promise<void> {
  const { id } = refund;
  const change = { state: STEPS[step].to, byId: ctx.actor.userId, at, reason };
  await (step === "void" ? voidManualRefund : decideManualRefund)(db, id, change);
  if (step !== "withdraw") {
    await notify(db, {
      event: "manual_refund_decided",
      detail: {
        manualRefundId: id,
        reference: refund.reference,
        transactionId: refund.transactionId,
        amount: formatPaise(refund.amountPaise),
        currency: refund.currency,
        decision: step,
        decidedBy: ctx.actor.name,
      },
      at,
      to: { people: [refund.recordedById] },
      except: ctx.actor.userId,
      dedupeKey: `manual_refund_decided ${id} ${step}`,
    });
  }
  await recordAudit(db, {
    at,
    actor: ctx.actor,
    action: ACTIONS[step],
    subject: { kind: "manual_refund", id },
    detail: { ...detailOf(refund), ...(reason !== null && { why: reason }) },
    requestId: ctx.requestId,
  });
}

type Detailed = Pick<
  ManualRefund,
  | "transactionId"
  | "reference"
  | "amountPaise"
  | "currency"
  | "method"
  | "paidOn"
  | "transferReference"
  | "reason"
  | "note"
  | "recordedByName"
>;

/** What the audit log says of a manual refund. */
export function detailOf(refund: Detailed): AuditDetail {
  return {
    transactionId: refund.transactionId,
    reference: refund.reference,
    amount: formatPaise(refund.amountPaise),
    currency: refund.currency,
    refundMethod: refund.method,
    paidOn: refund.paidOn,
    transferReference: refund.transferReference,
    recordedBy: refund.recordedByName,
    ...(refund.reason !== null && { reason: refund.reason }),
    ...(refund.note !== null && { note: refund.note }),
  };
}
