"use client";

import { PaymentStatusBadge } from "@/components/payments/payment-status";
import { Link } from "@/components/ui/link";
import { Money } from "@/components/ui/money";
import { ForeignText } from "@/components/ui/text";
import { paths } from "@/lib/paths";
import type { PaymentListItem } from "@/lib/payments/payment-list-views";

/** Payments that Paydeck has seen, at a service that could not list them on a page of their own. */
export function SeenPayments({ payments }: { payments: readonly PaymentListItem[] }) {
  return (
    <ul className="mt-2 space-y-1">
      {payments.map(({ transactionId, reference, status, amount, currency }) => (
        <li key={transactionId} className="flex flex-wrap items-center gap-x-3">
          <Link
            href={paths.payment(transactionId, reference)}
            className="touch-target min-w-0 text-accent underline-offset-2 hover:underline"
          >
            <ForeignText>{reference}</ForeignText>
          </Link>
          <PaymentStatusBadge status={status} />
          <Money amount={amount} currency={currency} />
        </li>
      ))}
    </ul>
  );
}
