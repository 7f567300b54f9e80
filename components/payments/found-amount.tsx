import { Money } from "@/components/ui/money";
import type { PaymentListItem } from "@/lib/payments/payment-list-views";
import { PaymentStateCell } from "./payment-state";
import { TestBadge } from "./test-badge";

type FoundAmountProps = {
  payment: Pick<PaymentListItem, "amount" | "currency" | "state" | "createdAt" | "isTest">;
};

/** The amount of a payment in a table of what pasted lines found; where the table is too narrow for a status, with that. */
export function FoundAmount({ payment }: FoundAmountProps) {
  return (
    <>
      <Money amount={payment.amount} currency={payment.currency} className="font-medium" />
      <span className="mt-1 flex flex-col items-end gap-1 @xl:hidden">
        <PaymentStateCell payment={payment} />
      </span>
      <span className="block">
        <TestBadge isTest={payment.isTest} />
      </span>
    </>
  );
}
