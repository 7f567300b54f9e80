"use client";

import { useTranslations } from "use-intl/react";
import { ForeignText } from "@/components/ui/text";
import type { ContactView } from "@/lib/payments/contact-view";

type RefundRecipientProps = { id: string; customer: ContactView | null; reference: string };

/** Beside the button: who gets the money, masked, and for which reference. */
export function RefundRecipient({ id, customer, reference }: RefundRecipientProps) {
  const t = useTranslations("refund.form");
  const parts = [customer?.name, customer?.email, customer?.phone].filter(
    (part) => part !== null && part !== undefined,
  );
  const words = {
    customer: () => <ForeignText className="text-ink">{parts.join(", ")}</ForeignText>,
    reference: () => <ForeignText className="text-ink">{reference}</ForeignText>,
  };
  return (
    <p id={id} className="text-sm text-ink-muted">
      {parts.length > 0 ? t.rich("recipient", words) : t.rich("recipientUnknown", words)}
    </p>
  );
}
