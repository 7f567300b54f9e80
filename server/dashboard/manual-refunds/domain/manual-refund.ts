import { formatPaise } from "@/lib/money";
import type {
  ManualRefundMethod,
  ManualRefundState,
  ManualRefundStep,
  ManualRefundView,
} from "@/lib/manual-refunds/manual-refund-views";

/** A refund made without a payment gateway, as stored (decision 0289). */
export type ManualRefund = {
  id: string;
  serviceAddress: string;
  transactionId: string;
  reference: string;
  amountPaise: bigint;
  currency: string;
  isTest: boolean;
  method: ManualRefundMethod;
  /** `YYYY-MM-DD`. */
  paidOn: string;
  transferReference: string;
  reason: string | null;
  reasonCode: string | null;
  note: string | null;
  recordedById: string;
  recordedByName: string;
  recordedAt: Date;
  state: ManualRefundState;
  decidedByName: string | null;
  decidedAt: Date | null;
  decisionReason: string | null;
  voidProposedById: string | null;
  voidProposedByName: string | null;
  voidProposedAt: Date | null;
  voidedByName: string | null;
  voidedAt: Date | null;
  voidReason: string | null;
};

/** What a step needs and makes. A step of `others` is never that of the person who recorded it, or proposed to void it. */
export const STEPS = {
  confirm: { from: "WAITING", to: "CONFIRMED", by: "others", needsReason: false },
  decline: { from: "WAITING", to: "DECLINED", by: "others", needsReason: true },
  withdraw: { from: "WAITING", to: "WITHDRAWN", by: "recorder", needsReason: false },
  propose_void: { from: "CONFIRMED", to: "VOIDING", by: "anybody", needsReason: true },
  void: { from: "VOIDING", to: "VOIDED", by: "others", needsReason: false },
  /** Who proposed it takes it back, or somebody else does not agree. */
  keep: { from: "VOIDING", to: "CONFIRMED", by: "anybody", needsReason: false },
} as const satisfies Record<
  ManualRefundStep,
  {
    from: ManualRefundState;
    to: ManualRefundState;
    by: "others" | "recorder" | "anybody";
    needsReason: boolean;
  }
>;

/** The last to have changed it; null while it waits. */
export function lastChangedBy({
  voidedByName,
  voidProposedByName,
  decidedByName,
}: ManualRefund): string | null {
  return voidedByName ?? voidProposedByName ?? decidedByName;
}

export function presentManualRefund(refund: ManualRefund, viewerId: string): ManualRefundView {
  const { decidedByName, decidedAt, voidProposedByName, voidProposedAt, voidedByName, voidedAt } = refund;
  return {
    manualRefundId: refund.id,
    state: refund.state,
    transactionId: refund.transactionId,
    reference: refund.reference,
    amount: formatPaise(refund.amountPaise),
    currency: refund.currency,
    isTest: refund.isTest,
    method: refund.method,
    paidOn: refund.paidOn,
    transferReference: refund.transferReference,
    reason: refund.reason,
    note: refund.note,
    recordedBy: refund.recordedByName,
    recordedAt: refund.recordedAt.toISOString(),
    isOwn: refund.recordedById === viewerId,
    decided:
      decidedByName === null || decidedAt === null
        ? null
        : { by: decidedByName, at: decidedAt.toISOString(), reason: refund.decisionReason },
    voidProposed:
      voidProposedByName === null || voidProposedAt === null
        ? null
        : {
            by: voidProposedByName,
            at: voidProposedAt.toISOString(),
            reason: refund.voidReason ?? "",
            isOwn: refund.voidProposedById === viewerId,
          },
    voided:
      voidedByName === null || voidedAt === null
        ? null
        : { by: voidedByName, at: voidedAt.toISOString(), reason: refund.voidReason ?? "" },
  };
}
