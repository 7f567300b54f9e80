import type { DeclineReason } from "@/lib/contract/decline-reasons";
import type { OpenAlert } from "@/lib/contract/payment-alerts";
import { err, ok, type Result } from "@/lib/result";
import { openAlertOf } from "../../domain/payments/alert";
import { moneyStateOf } from "../../domain/payments/money-state";
import type { Payment } from "../../domain/payments/payment";
import { remainingPaise, type RefundTotals } from "../../domain/refunds/refund";
import { alertsOfPayments } from "../../store/payments/payment-events";
import * as store from "../../store/payments/payment-search";
import { refundTotalsOf } from "../../store/refunds/refunds";
import type { Db } from "@/server/platform/pool";
import type { Deps } from "../deps";
import { declineCondition, declineOf } from "./decline-of-payment";

export type PaymentWithTotals = {
  payment: Payment;
  totals: RefundTotals;
  remainingPaise: bigint;
  /** Whether its money may be gone (decision 0366). */
  alert: OpenAlert | null;
  /** Why it was not paid (decision 0312). */
  decline: DeclineReason | null;
};
type PaymentFilter = Omit<store.PaymentFilter, "decline"> & {
  declineReasons: readonly DeclineReason[] | null;
};

type PaymentPage = { payments: PaymentWithTotals[]; nextCursor: string | null };

/**
 * The ops extension's list of payments, newest first, in keyset pages. The cursor is the position where the previous
 * page ended: new payments come before it, so no page misses or repeats one, and the payment at that position may have
 * been deleted since (decision 0175). A page by kind, or by what happened to the money, may be short, and not the last one
 * (decisions 0324, 0387).
 */
export async function searchPayments(
  deps: Deps,
  merchantId: number,
  { declineReasons, ...filter }: PaymentFilter,
  page: { cursor: string | null; limit: number },
): Promise<Result<PaymentPage, { kind: "unknown_cursor" }>> {
  const { cursor, limit } = page;
  const after = cursor === null ? null : readCursor(cursor);
  if (cursor !== null && after === null) return err({ kind: "unknown_cursor" });
  const decline = declineReasons === null ? null : declineCondition(declineReasons);
  // One more than a page: if it exists, there is a next page.
  const found = await store.searchPayments(
    deps.pool,
    merchantId,
    { ...filter, decline },
    { after, limit: limit + 1 },
  );
  const items = found.payments.slice(0, limit);
  const end = found.payments.length > limit ? items.at(-1) : found.stoppedAt;
  const payments = await withTotals(deps.pool, merchantId, items);
  return ok({
    payments: filter.money === null ? payments : payments.filter((each) => isWanted(each, filter.money)),
    nextCursor: end ? writeCursor(end) : null,
  });
}

/** The statement finds every payment with a dispute: whether one is open is computed. */
function isWanted({ payment, totals, alert }: PaymentWithTotals, money: store.MoneyFilter | null): boolean {
  if (money === null || payment.status !== "SUCCESS" || money.ids.includes(payment.id)) return true;
  return money.states.includes(moneyStateOf(payment.amountPaise, totals, alert));
}

const CURSOR = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)_(TXN\d{21})$/;

function writeCursor({ createdAt, id }: store.PaymentPosition): string {
  return `${createdAt.toISOString()}_${id}`;
}

/** Null for a text that is no cursor. */
function readCursor(cursor: string): store.PaymentPosition | null {
  const [, at, id] = CURSOR.exec(cursor) ?? [];
  if (at === undefined || id === undefined) return null;
  const createdAt = new Date(at);
  return Number.isNaN(createdAt.getTime()) ? null : { createdAt, id };
}

const NO_REFUNDS: RefundTotals = { refundedPaise: 0n, inProgressPaise: 0n, count: 0 };

/** Adds each payment's refunded amount, remaining balance and open alert; the balance of one that was never paid is 0. */
export async function withTotals(
  db: Db,
  merchantId: number,
  payments: readonly Payment[],
): Promise<PaymentWithTotals[]> {
  const paid = payments.filter((payment) => payment.status === "SUCCESS").map((payment) => payment.id);
  const [totalsOf, alertsOf] =
    paid.length === 0
      ? [new Map<string, RefundTotals>(), new Map<string, []>()]
      : await Promise.all([refundTotalsOf(db, merchantId, paid), alertsOfPayments(db, merchantId, paid)]);
  return payments.map((payment) => {
    const totals = totalsOf.get(payment.id) ?? NO_REFUNDS;
    const isPaid = payment.status === "SUCCESS";
    return {
      payment,
      totals,
      remainingPaise: isPaid ? remainingPaise(payment.amountPaise, totals) : 0n,
      alert: openAlertOf(alertsOf.get(payment.id) ?? []),
      decline: declineOf(payment),
    };
  });
}
