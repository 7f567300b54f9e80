"use client";

import { useTranslations } from "use-intl/react";
import { ManualRefundItem } from "@/app/(dashboard)/refunds/manual/_components/manual-refund-item";
import { Panel } from "@/components/ui/panel";
import type { ManualRefundView } from "@/lib/manual-refunds/manual-refund-views";

export type ManualRefundsPanelProps = {
  refunds: readonly ManualRefundView[];
  mayDecide: boolean;
  mayApprove: boolean;
  onChanged: () => void;
};

/** Apart from the refunds of gateways, of which Paydeck knows the outcome itself. */
export function ManualRefundsPanel({ refunds, mayDecide, mayApprove, onChanged }: ManualRefundsPanelProps) {
  const t = useTranslations("manualRefunds");
  return (
    <Panel title={t("title")}>
      <p className="text-sm text-ink-muted">{t("about")}</p>
      <ul aria-label={t("title")} className="mt-2 divide-y divide-line border-t border-line">
        {refunds.map((refund) => (
          <ManualRefundItem
            key={refund.manualRefundId}
            refund={refund}
            mayDecide={mayDecide}
            mayApprove={mayApprove}
            isOnPayment
            onChanged={onChanged}
          />
        ))}
      </ul>
    </Panel>
  );
}
