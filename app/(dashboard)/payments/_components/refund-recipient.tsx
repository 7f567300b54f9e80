"use client";

import { Fragment } from "react";
import { useTranslations } from "use-intl/react";
import { ForeignText } from "@/components/ui/text";
import type { ContactView } from "@/lib/payments/contact-view";

type RefundRecipientProps = { id: string; customer: ContactView | null; reference: string };

/** Says beside the button who gets the money, masked, and for which reference. Each part has a direction of its own. */
export function RefundRecipient({ id, customer, reference }: RefundRecipientProps) {
  const t = useTranslations("refund.form");
  const parts = [customer?.name, customer?.email, customer?.phone].filter(
    (part) => part !== null && part !== undefined,
  );
  const words = {
    customer: () =>
      parts.map((part, index) => (
        <Fragment key={part}>
          {index > 0 && ", "}
          <ForeignText className="text-ink">{part}</ForeignText>
        </Fragment>
      )),
    reference: () => <ForeignText className="text-ink">{reference}</ForeignText>,
  };
  return (
    <p id={id} className="text-sm text-ink-muted">
      {parts.length > 0 ? t.rich("recipient", words) : t.rich("recipientUnknown", words)}
    </p>
  );
}
