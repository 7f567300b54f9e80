import { formatPaise } from "@/lib/money";
import type { Db } from "@/server/platform/pool";
import { notify } from "../../notifications/store";
import type { RefundIntent } from "../domain/refund-intent";
import { findIntentByRefund } from "./refund-intents";

type Described = Pick<RefundIntent, "id" | "reference" | "transactionId" | "amountPaise" | "currency">;

export const describedRefund = (intent: Described) => ({
  intentId: intent.id,
  reference: intent.reference,
  transactionId: intent.transactionId,
  amount: formatPaise(intent.amountPaise),
  currency: intent.currency,
});

/**
 * Notifies of a refund that failed at the gateway, in the transaction that stores its final status. Refunds made
 * elsewhere are not the dashboard's to report.
 */
export async function notifyRefundFailed(
  db: Db,
  of: { serviceAddress: string; refundId: string },
  at: Date,
): Promise<void> {
  const intent = await findIntentByRefund(db, of.serviceAddress, of.refundId);
  if (intent === null) return;
  await notify(db, {
    event: "refund_failed",
    detail: describedRefund(intent),
    at,
    to: "everybody_permitted",
    dedupeKey: `refund_failed:${intent.id}`,
  });
}
