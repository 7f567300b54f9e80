import type { CustomerTotal } from "@/lib/payments/customer-view";
import { formatPaise, parseAmount } from "@/lib/money";
import type { ServicePayment } from "./payment-item";

/**
 * Sums by currency, in the order in which the currencies occur. No money moves for test payments: they are left out,
 * unless there are no others. `manual`: what manual refunds returned of each payment, in paise; it is no refund of a
 * gateway, and is subtracted from what is left.
 */
export function customerTotals(
  payments: readonly ServicePayment[],
  manual: ReadonlyMap<string, bigint>,
): {
  totals: CustomerTotal[];
  areTest: boolean;
} {
  const real = payments.filter(({ test }) => test !== true);
  return real.length > 0
    ? { totals: sumsOf(real, manual), areTest: false }
    : { totals: sumsOf(payments, manual), areTest: payments.length > 0 };
}

const NOTHING = { paid: 0n, refunded: 0n, inProgress: 0n, manual: 0n, left: 0n };

function sumsOf(payments: readonly ServicePayment[], manualOf: ReadonlyMap<string, bigint>): CustomerTotal[] {
  const sums = new Map<string, typeof NOTHING>();
  for (const payment of payments) {
    if (payment.transaction_status !== "SUCCESS") continue;
    const sum = sums.get(payment.currency) ?? NOTHING;
    const manual = manualOf.get(payment.transaction_id) ?? 0n;
    const left = paise(payment.remaining_amount);
    sums.set(payment.currency, {
      paid: sum.paid + paise(payment.transaction_amount),
      refunded: sum.refunded + paise(payment.refunded_amount),
      inProgress: sum.inProgress + paise(payment.in_progress_amount),
      manual: sum.manual + manual,
      left: sum.left + (left > manual ? left - manual : 0n),
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
export function customerCounts(payments: readonly ServicePayment[]): {
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

/** An amount that the contract's schema has already validated. */
function paise(amount: string): bigint {
  const parsed = parseAmount(amount);
  if (!parsed.ok) throw new Error("an amount that passed its schema is not an amount");
  return parsed.value;
}
