import type { OpenAlert } from "@/lib/contract/payment-alerts";
import type { Db } from "@/server/platform/pool";
import { inTransaction } from "@/server/platform/transaction";
import { openAlertOf } from "../../domain/payments/alert";
import type { Payment } from "../../domain/payments/payment";
import type { Refund } from "../../domain/refunds/refund";
import type { RoutingDecision } from "../../domain/payments/decision";
import { eventsOfPayment, type PaymentEvent } from "../../store/payments/payment-details";
import { alertsOfPayment } from "../../store/payments/payment-events";
import { findRoutingDecision } from "../../store/rules/routing-decisions";
import { findPayment, paymentsOfReference } from "../../store/payments/payments";
import { searchRefunds } from "../../store/refunds/refunds";
import { type FoundReversal, searchReversals } from "../../store/refunds/reversal-search";
import { checkoutAddress } from "../checkout/checkout-address";
import type { Deps } from "../deps";
import { isRetryOpen } from "./closed-link";
import { type PaymentWithTotals, withTotals } from "./search-payments";

const MAX_LISTED = 200;
const MAX_EVENTS = 500;
const EVERY_REFUND = { reference: null, status: null, beforeId: null, limit: MAX_LISTED };

export type PaymentDetail = {
  payment: PaymentWithTotals;
  /** Every record of the merchant reference, newest first. */
  attempts: PaymentWithTotals[];
  events: PaymentEvent[];
  refunds: Refund[];
  reversals: FoundReversal[];
  /** Whether its money may be gone (decision 0366). */
  alert: OpenAlert | null;
  decision: RoutingDecision;
  /** The URL where it can be paid, or tried again after a failure; null when neither is possible. */
  paymentLink: string | null;
};

/**
 * The complete view of one payment, read from one snapshot so that its status, events and balance agree. Null when the
 * merchant has no such payment.
 */
export function viewPayment(deps: Deps, merchantId: number, id: string): Promise<PaymentDetail | null> {
  return inTransaction(deps.pool, async (db) => {
    // Queries that do not depend on each other are pipelined (0160).
    const [, payment, decision, events, alerts, refunds, reversals] = await Promise.all([
      db.query("set transaction isolation level repeatable read, read only"),
      findPayment(db, merchantId, id),
      findRoutingDecision(db, merchantId, id),
      eventsOfPayment(db, merchantId, id, MAX_EVENTS),
      alertsOfPayment(db, merchantId, id),
      searchRefunds(db, merchantId, { ...EVERY_REFUND, paymentId: id }),
      searchReversals(db, merchantId, { statuses: null, paymentId: id }, { after: null, limit: MAX_LISTED }),
    ]);
    if (payment === null) return null;
    const records = await paymentsOfReference(db, merchantId, payment.reference);
    const [own, ...attempts] = await withTotals(db, merchantId, [payment, ...records.slice(0, MAX_LISTED)]);
    if (own === undefined || decision === null) throw new Error(`payment ${id} vanished from a snapshot`);
    const isLatest = records[0]?.id === payment.id;
    const paymentLink = await payableLink(deps, db, payment, isLatest);
    const alert = openAlertOf(alerts);
    return { payment: own, attempts, events, alert, refunds, reversals, decision, paymentLink };
  });
}

/** A customer can try again at the same link after a failure, until a newer attempt exists (decision 0038). */
async function payableLink(deps: Deps, db: Db, payment: Payment, isLatest: boolean): Promise<string | null> {
  const isPayable =
    payment.status === "INITIATED" || (isLatest && (await isRetryOpen(db, payment, deps.clock.now())));
  return isPayable && payment.linkIssuedAt !== null ? checkoutAddress(deps, payment) : null;
}
