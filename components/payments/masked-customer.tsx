import { Fragment } from "react";
import { WithMarks } from "@/components/ui/text";
import { EmptyValue } from "@/components/ui/empty-value";
import type { ContactView } from "@/lib/payments/contact-view";

/** The masked name, else the masked contact, on one line; a dash when none is known. */
export function MaskedCustomer({ customer }: { customer: ContactView | null }) {
  const { name = null, email = null, phone = null } = customer ?? {};
  const known = [name, email, phone].filter((part) => part !== null);
  const shown = name === null ? known : [name];
  if (shown.length === 0) return <EmptyValue>–</EmptyValue>;
  return (
    <span title={known.join(", ")}>
      {shown.map((part, index) => (
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
