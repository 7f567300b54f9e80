import { formatPaise } from "@/lib/money";
import type { ManualRefundStep } from "@/lib/manual-refunds/manual-refund-views";
import type { Db } from "@/server/platform/pool";
import { type AuditAction, type AuditDetail, recordAudit } from "../../audit/store";
import type { Ctx } from "../../context";
import { notify } from "../../notifications/store";
import { type ManualRefund, STEPS } from "../domain/manual-refund";
import { decideManualRefund, dropVoidProposal, proposeVoid, voidManualRefund } from "./manual-refunds";

const ACTIONS = {
  confirm: "manual_refund_confirmed",
  decline: "manual_refund_declined",
  withdraw: "manual_refund_withdrawn",
  propose_void: "manual_refund_void_proposed",
  void: "manual_refund_voided",
  keep: "manual_refund_kept",
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
  await WRITERS[step](db, id, change);
  await notifyOfStep(db, ctx, refund, { step, at });
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

type Change = Parameters<typeof decideManualRefund>[2];
const WRITERS: Record<ManualRefundStep, (db: Db, id: string, change: Change) => Promise<void>> = {
  confirm: decideManualRefund,
  decline: decideManualRefund,
  withdraw: decideManualRefund,
  propose_void: proposeVoid,
  void: voidManualRefund,
  keep: dropVoidProposal,
};

/** A decision goes to the person who recorded it, a proposal to everybody who may agree. */
async function notifyOfStep(
  db: Db,
  ctx: Ctx,
  refund: ManualRefund,
  { step, at }: { step: ManualRefundStep; at: Date },
): Promise<void> {
  const { id } = refund;
  const about = {
    manualRefundId: id,
    reference: refund.reference,
    transactionId: refund.transactionId,
    amount: formatPaise(refund.amountPaise),
    currency: refund.currency,
  };
  const except = ctx.actor.userId;
  switch (step) {
    case "withdraw":
    case "keep":
      return;
    case "propose_void":
      await notify(db, {
        event: "manual_refund_waiting",
        detail: { ...about, recordedBy: ctx.actor.name, isVoid: true },
        at,
        to: "everybody_permitted",
        except,
        dedupeKey: `manual_refund_void_proposed ${id} ${at.getTime()}`,
      });
      return;
    case "confirm":
    case "decline":
    case "void":
      await notify(db, {
        event: "manual_refund_decided",
        detail: { ...about, decision: step, decidedBy: ctx.actor.name },
        at,
        to: { people: [refund.recordedById] },
        except,
        dedupeKey: `manual_refund_decided ${id} ${step}`,
      });
  }
}

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
