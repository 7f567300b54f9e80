import { formatPaise } from "@/lib/money";
import { jobOrigin } from "@/server/platform/run-job";
import { inTransaction } from "@/server/platform/transaction";
import { isSameStep, noveltyOf, type PaymentAlert, toldOf } from "../../domain/payments/alert";
import { cleanFailure } from "../../domain/payments/failure";
import type { Payment } from "../../domain/payments/payment";
import { alertWebhook } from "../../domain/webhooks/webhook-event";
import type { GatewayDispute } from "../../gateway/port";
import { alertsOfPayment, MAX_ALERTS, saveStepTime } from "../../store/payments/payment-events";
import { insertPaymentEvent, lockPayment } from "../../store/payments/payments";
import { writeWebhooks } from "../../store/webhooks/write-webhooks";
import type { Deps } from "../deps";

type PaymentKey = Pick<Payment, "merchantId" | "id">;

/**
 * Money of a payment has left, may leave, or is back, after its status was final: an event of the payment, once for each report, and
 * its webhook, which says how the money stands now. The status stays (specification 3.1, decision 0366).
 */
export async function recordAlert(
  deps: Deps,
  { merchantId, id }: PaymentKey,
  alert: PaymentAlert,
): Promise<void> {
  const isNews = await inTransaction(deps.pool, async (db) => {
    const payment = await lockPayment(db, merchantId, id);
    // Deleted during the call to the gateway (0193): only the log can report it.
    if (payment === null) return true;
    const earlier = await alertsOfPayment(db, merchantId, id);
    const novelty = noveltyOf(earlier, alert);
    const isNew = novelty === "new" && earlier.length < MAX_ALERTS;
    if (!isNew) {
      const same = earlier.findLast((each) => isSameStep(each, alert));
      const changedAt = alert.detail["changed_at"];
      // The time is saved in the existing event, so that no number of repetitions adds events.
      if (novelty !== "known" && same !== undefined && typeof changedAt === "string")
        await saveStepTime(db, merchantId, id, { id: same.id, changedAt });
      return false;
    }
    const at = deps.clock.now();
    await insertPaymentEvent(db, merchantId, id, { ...alert, at });
    // Its sequence is the highest, so receivers take what it says for the newest.
    const told = toldOf(earlier, alert);
    if (told !== null)
      await writeWebhooks(db, payment, alertWebhook(payment, told, at, earlier.length + 1), jobOrigin());
    return true;
  });
  if (isNews)
    deps.logger.warn({ merchantId, payment: id, ...alert }, "a gateway reports that money may have moved");
}

const MAX_DISPUTE_ID = 100;

/** A step of a dispute, whatever the payment's status is: it may be about money that was sent back. */
export function recordDispute(deps: Deps, payment: PaymentKey, dispute: GatewayDispute): Promise<void> {
  const { disputeId, step, event, amount, reason, changedAt } = dispute;
  const words = cleanFailure({ code: event, message: reason });
  return recordAlert(deps, payment, {
    kind: step,
    detail: {
      dispute_id: disputeId.replaceAll(/[^\x21-\x7E]/g, "").slice(0, MAX_DISPUTE_ID),
      event: words?.code ?? null,
      amount: amount === null ? null : formatPaise(amount.amountPaise),
      currency: amount?.currency.slice(0, 3) ?? null,
      reason: words?.message ?? null,
      ...(changedAt instanceof Date && { changed_at: changedAt.toISOString() }),
    },
  });
}
