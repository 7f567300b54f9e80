"use client";

import { useTranslations } from "use-intl/react";
import { Link } from "@/components/ui/link";
import { paths } from "@/lib/paths";
import type { RequestRefundView } from "@/lib/requests/request-state";

/** What became of the refund of an accepted request, with a link to it. */
export function RequestRefundText({ refund }: { refund: RequestRefundView }) {
  const t = useTranslations("requests");
  const { status, intentId, refundId } = refund;
  const href =
    status === "awaiting_approval" || status === "not_approved"
      ? paths.approval(intentId)
      : refundId === null
        ? paths.refundIntent(intentId)
        : paths.refund(refundId);
  return (
    <>
      {t(`refund.${status}`)}{" "}
      <Link href={href} className="whitespace-nowrap text-accent underline underline-offset-2">
        {t(status === "awaiting_approval" || status === "not_approved" ? "viewApproval" : "viewRefund")}
      </Link>
    </>
  );
}
