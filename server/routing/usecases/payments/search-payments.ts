import { err, ok, type Result } from "@/lib/result";
import type { Payment } from "../../domain/payment";
import { remainingPaise, type RefundTotals } from "../../domain/refund";
import * as store from "../../store/payment-search";
import { findPayment } from "../../store/payments";
import { refundTotalsOf } from "../../store/refunds";
import type { Db } from "@/server/platform/pool";
import type { Deps } from "../deps";
import { onePage } from "../one-page";

export type PaymentWithTotals = { payment: Payment; totals: RefundTotals; remainingPaise: bigint };

export type PaymentPage = { payments: PaymentWithTotals[]; nextCursor: string | null };

/**
 * The ops extension's list of payments, newest first, in keyset pages. The cursor is the last id of the page before: new
 * payments come before it, so that no page misses or repeats one.
 */
export async function searchPayments(
  deps: Deps,
  merchantId: number,
  filter: store.PaymentFilter,
  page: { cursor: string | null; limit: number },
): Promise<Result<PaymentPage, { kind: "unknown_cursor" }>> {
  const { cursor, limit } = page;
  if (cursor !== null && (await findPayment(deps.pool, merchantId, cursor)) === null) {
    return err({ kind: "unknown_cursor" });
  }
  const { items, next } = await onePage(
    limit,
    (most) => store.searchPayments(deps.pool, merchantId, filter, { afterId: cursor, limit: most }),
    (payment) => payment.id,
  );
  return ok({ payments: await withTotals(deps.pool, merchantId, items), nextCursor: next });
}

const NO_REFUNDS: RefundTotals = { refundedPaise: 0n, inProgressPaise: 0n };

/** Adds what has been refunded of each; of one that was never paid nothing remains. */
export async function withTotals(
  db: Db,
  merchantId: number,
  payments: readonly Payment[],
): Promise<PaymentWithTotals[]> {
  const paid = payments.filter((payment) => payment.status === "SUCCESS").map((payment) => payment.id);
  const totalsOf: ReadonlyMap<string, RefundTotals> =
    paid.length === 0 ? new Map() : await refundTotalsOf(db, merchantId, paid);
  return payments.map((payment) => {
    const totals = totalsOf.get(payment.id) ?? NO_REFUNDS;
    const isPaid = payment.status === "SUCCESS";
    return { payment, totals, remainingPaise: isPaid ? remainingPaise(payment.amountPaise, totals) : 0n };
  });
}
