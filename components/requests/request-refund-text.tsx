"use client";

import { useTranslations } from "use-intl/react";
import { Link } from "@/components/ui/link";
import { paths } from "@/lib/paths";
import type { RequestRefundView } from "@/lib/requests/request-state";

/** What became of the refund of an accepted request, with a link to it. */
export function RequestRefundText({ refund }: { refund: RequestRefundView }) {
  const t = useTranslations("requests");
  const { href, label } = linkOf(refund);
  return (
    <>
      {t(`refund.${refund.status}`)}{" "}
      <Link href={href} className="whitespace-nowrap text-accent underline underline-offset-2">
        {t(label)}
      </Link>
    </>
  );
}

/** The page of a payment lists its manual refunds. */
function linkOf({ status, intentId, refundId, transactionId }: RequestRefundView) {
  switch (status) {
    case "awaiting_approval":
    case "not_approved":
      return { href: paths.approval(intentId), label: "viewApproval" } as const;
    case "awaiting_confirmation":
    case "returned":
    case "not_returned":
      return { href: paths.payment(transactionId), label: "viewPayment" } as const;
    case "sending":
    case "in_progress":
    case "refunded":
    case "failed":
    case "not_sent":
    case "refused":
    case "unknown":
      return {
        href: refundId === null ? paths.refundIntent(intentId) : paths.refund(refundId),
        label: "viewRefund",
      } as const;
  }
}
