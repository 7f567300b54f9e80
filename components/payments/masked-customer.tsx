import { Fragment } from "react";
import { WithMarks } from "@/components/ui/text";
import { EmptyValue } from "@/components/ui/empty-value";
import type { ContactView } from "@/lib/payments/contact-view";

/** The masked contact on one line; a dash when none is known. */
export function MaskedCustomer({ customer }: { customer: ContactView | null }) {
  const parts = customer === null ? [] : [customer.name, customer.email, customer.phone];
  const known = parts.filter((part) => part !== null).slice(0, 2);
  if (known.length === 0) return <EmptyValue>–</EmptyValue>;
  return (
    <span title={known.join(", ")}>
      {known.map((part, index) => (
        <Fragment key={part}>
          {index > 0 && ", "}
          <bdi>
            <WithMarks text={part} />
          </bdi>
        </Fragment>
      ))}
    </span>
  );
}
