import { formatPaise } from "@/lib/money";
import type { ApprovalLimitView, RefundFormView } from "@/lib/refunds/refund-form-view";
import type { ContactView } from "@/lib/payments/contact-view";
import { areRefundsHeld } from "@/server/platform/refund-hold";
import { authorize } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { offeredReasons } from "@/lib/reasons/reason";
import { maskContact } from "@/lib/payments/mask-contact";
import { identifierFault } from "../../payments/domain";
import {
  balanceFromLedger,
  balanceFromService,
  lessAwaiting,
  presentBalance,
} from "../domain/refund-balance";
import { isOpen, presentIntent } from "../domain/refund-intent";
import { listReasons } from "../../reasons/store";
import { sumApprovedRows, sumAwaiting } from "../../approvals/store";
import { listIntentsOfPayment } from "../store/refund-intents";
import { readLedger } from "../store/refund-ledgers";
import { readFailedRefund } from "./read-failed-refund";
import { readRefundLimit, type RefundLimit } from "./read-refund-limit";
import { readRefundable } from "./read-refundable";

export type RefundTarget = {
  reference: string;
  transactionId: string;
  /** The failed refund to refund again: see {@link readFailedRefund}. */
  again?: string | null;
};

/** The view of the refund dialog. Read without a lock: the refund itself checks again. */
export async function refundForm(ctx: Ctx, target: RefundTarget): Promise<RefundFormView> {
  const isAllowed = await authorize(ctx, "refund_payment", { kind: "payment", id: target.transactionId });
  if (!isAllowed) return { kind: "forbidden" };
  if (
    identifierFault(target.reference, "merchant reference") !== null ||
    identifierFault(target.transactionId, "transaction id") !== null
  ) {
    return { kind: "not_refundable", status: null };
  }

  const again = target.again ?? null;
  const [reading, customer, failed] = await Promise.all([
    readRefundable(ctx, target),
    readCustomer(ctx, target.transactionId),
    again === null ? null : readFailedRefund(ctx, target.transactionId, again),
  ]);
  if (reading.kind !== "refundable") return reading;
  const now = ctx.clock.now();
  const payment = { transactionId: target.transactionId, currency: reading.currency };
  const [isOnHold, intents, reported, awaitingPaise, approvedPaise, limit, reasons] = await Promise.all([
    areRefundsHeld(ctx.pool),
    listIntentsOfPayment(ctx.pool, target.transactionId),
    readLedger(ctx.pool, target.transactionId),
    sumAwaiting(ctx.pool, target.transactionId),
    sumApprovedRows(ctx.pool, target.transactionId),
    readRefundLimit(ctx.pool, ctx.actor, payment, now),
    listReasons(ctx.pool),
  ]);
  const balance =
    reading.service === null
      ? balanceFromLedger(reading.paidPaise, reported, intents, now)
      : balanceFromService(reading.paidPaise, reading.service, intents);
  const open = intents.find(isOpen);
  return {
    kind: "ready",
    isOnHold,
    currency: reading.currency,
    balance: presentBalance(lessAwaiting(balance, awaitingPaise + approvedPaise)),
    approvalLimit: limit === null ? null : presentLimit(limit),
    reasons: offeredReasons(reasons),
    customer,
    blockedBy: open === undefined ? null : presentIntent(open),
    again: failed,
    checkedAt: now.toISOString(),
  };
}

function presentLimit({ limit, countedPaise }: RefundLimit): ApprovalLimitView {
  const { thresholdPaise } = limit;
  return {
    threshold: thresholdPaise === null ? null : formatPaise(thresholdPaise),
    counted: formatPaise(countedPaise),
  };
}

/** Only shows who receives the money: a refund never waits for it or depends on it. */
async function readCustomer(ctx: Ctx, transactionId: string): Promise<ContactView | null> {
  if (!(await ctx.routing.capabilities()).offers("payments.get")) return null;
  const answer = await ctx.routing.ops("payments.get", { transaction_id: transactionId });
  if (answer.kind !== "answered") return null;
  const { email, phone, name } = answer.value.customer;
  return maskContact({ email, phone, name });
}
