"use client";

import { PaymentStateCell } from "@/components/payments/payment-state";
import { Link } from "@/components/ui/link";
import { Money } from "@/components/ui/money";
import { ForeignText } from "@/components/ui/text";
import { paths } from "@/lib/paths";
import type { PaymentListItem } from "@/lib/payments/payment-list-views";

/** Payments that Paydeck has seen, at a service that could not list them on a page of their own. */
export function SeenPayments({ payments }: { payments: readonly PaymentListItem[] }) {
  return (
    <ul className="mt-2 space-y-1">
      {payments.map((payment) => (
        <li key={payment.transactionId} className="flex flex-wrap items-center gap-x-3">
          <Link
            href={paths.payment(payment.transactionId, payment.reference)}
            className="touch-target min-w-0 text-accent underline-offset-2 hover:underline"
          >
            <ForeignText>{payment.reference}</ForeignText>
          </Link>
          <PaymentStateCell payment={payment} />
          <Money amount={payment.amount} currency={payment.currency} />
        </li>
      ))}
    </ul>
  );
}
