import type { CustomerTotal } from "@/lib/payments/customer-view";
import { formatPaise, paiseOf } from "@/lib/money";
import type { ListedPayment } from "./payment-item";

/** What the sums need of a payment. */
export type SummedPayment = Pick<
  ListedPayment,
  | "transaction_id"
  | "transaction_amount"
  | "transaction_status"
  | "currency"
  | "test"
  | "refunded_amount"
  | "in_progress_amount"
  | "manual_refund_amount"
  | "unknown_refund_amount"
  | "remaining_amount"
>;

/**
 * Sums by currency, in the order in which the currencies occur. No money moves for test payments: they are left out,
 * unless there are no others.
 */
export function customerTotals(payments: readonly SummedPayment[]): {
  totals: CustomerTotal[];
  areTest: boolean;
} {
  const real = payments.filter(({ test }) => test !== true);
  return real.length > 0
    ? { totals: sumsOf(real), areTest: false }
    : { totals: sumsOf(payments), areTest: payments.length > 0 };
}

const NOTHING = { paid: 0n, refunded: 0n, inProgress: 0n, manual: 0n, left: 0n };

function sumsOf(payments: readonly SummedPayment[]): CustomerTotal[] {
  const sums = new Map<string, typeof NOTHING>();
  for (const payment of payments) {
    if (payment.transaction_status !== "SUCCESS") continue;
    const sum = sums.get(payment.currency) ?? NOTHING;
    sums.set(payment.currency, {
      paid: sum.paid + paiseOf(payment.transaction_amount),
      refunded: sum.refunded + paiseOf(payment.refunded_amount),
      inProgress: sum.inProgress + paiseOf(payment.in_progress_amount),
      manual: sum.manual + paiseOf(payment.manual_refund_amount),
      left: sum.left + paiseOf(payment.remaining_amount),
    });
  }
  return [...sums].map(([currency, { paid, refunded, inProgress, manual, left }]) => ({
    currency,
    paid: formatPaise(paid),
    refunded: formatPaise(refunded),
    inProgress: formatPaise(inProgress),
    manual: manual === 0n ? null : formatPaise(manual),
    left: formatPaise(left),
    refundShare: shareOf(refunded, paid),
  }));
}

/** Rounded half up, in integers: 12.5 for 1/8. */
function shareOf(part: bigint, whole: bigint): string | null {
  if (whole === 0n) return null;
  const tenths = (part * 1_000n * 2n + whole) / (whole * 2n);
  return `${String(tenths / 10n)}.${String(tenths % 10n)}`;
}

/** How many payments were paid, can still be paid, or were not paid; test payments are counted separately. */
export function customerCounts(payments: readonly SummedPayment[]): {
  paid: number;
  open: number;
  unpaid: number;
  test: number;
} {
  const real = payments.filter(({ test }) => test !== true);
  const paid = real.filter(({ transaction_status: status }) => status === "SUCCESS").length;
  const open = real.filter(({ transaction_status: status }) => status === "INITIATED").length;
  return { paid, open, unpaid: real.length - paid - open, test: payments.length - real.length };
}
