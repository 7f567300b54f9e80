"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "use-intl/react";
import type { ManualRefundView } from "@/lib/manual-refunds/manual-refund-views";
import { ManualRefundItem } from "./manual-refund-item";

type ManualRefundListProps = { refunds: readonly ManualRefundView[]; mayDecide: boolean };

export function ManualRefundList({ refunds, mayDecide }: ManualRefundListProps) {
  const t = useTranslations("manualRefunds");
  const router = useRouter();
  return (
    <ul
      aria-label={t("title")}
      className="divide-y divide-line rounded-lg border border-line bg-surface px-4 sm:px-5"
    >
      {refunds.map((refund) => (
        <ManualRefundItem
          key={refund.manualRefundId}
          refund={refund}
          mayDecide={mayDecide}
          isOnPayment={false}
          onChanged={() => router.refresh()}
        />
      ))}
    </ul>
  );
}
