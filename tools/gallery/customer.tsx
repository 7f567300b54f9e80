import { CustomerSummary } from "@/app/(dashboard)/payments/customers/[customerId]/_components/customer-summary";
import { OpenRefunds } from "@/app/(dashboard)/payments/customers/[customerId]/_components/open-refunds";
import { intent } from "./data";
import { Example } from "./example";

const total = {
  currency: "INR",
  paid: "149900.00",
  refunded: "18737.50",
  inProgress: "500.00",
  manual: null,
  left: "130662.50",
  refundShare: "12.5",
};

/** The page of a customer. */
export function CustomerExamples() {
  return (
    <>
      <Example component="CustomerSummary" state="two currencies, every count">
        <CustomerSummary
          totals={[total, { ...total, currency: "USD", manual: "1250.00", left: "129412.50" }]}
          areTest={false}
          counts={{ paid: 12, open: 1, unpaid: 3, test: 2 }}
        />
      </Example>
      <Example component="OpenRefunds" state="an unknown outcome">
        <OpenRefunds refunds={[intent, { ...intent, intentId: "2", reference: "ORDER-".repeat(20) }]} />
      </Example>
    </>
  );
}
