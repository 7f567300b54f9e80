"use client";

import { type ReactNode, useState } from "react";
import { useTranslations } from "use-intl/react";
import { Notice } from "@/components/ui/notice";
import { ForeignText } from "@/components/ui/text";
import { useRouter } from "@/components/ui/use-router";
import { displayAmount } from "@/lib/money";
import type { ManualRefundView } from "@/lib/manual-refunds/manual-refund-views";
import { ManualRefundItem } from "./manual-refund-item";
import type { ShownStepOutcome } from "./use-manual-refund-step";

type ManualRefundListProps = {
  refunds: readonly ManualRefundView[];
  mayDecide: boolean;
  mayApprove: boolean;
  /** What is shown instead of an empty list. */
  empty: ReactNode;
};

type Missed = { refund: ManualRefundView; by: Extract<ShownStepOutcome, { kind: "changed" }> };

export function ManualRefundList({ refunds, mayDecide, mayApprove, empty }: ManualRefundListProps) {
  const t = useTranslations("manualRefunds");
  const router = useRouter();
  const [missed, setMissed] = useState<Missed | null>(null);
  // An item that somebody else decided leaves the list, as one's own would: without this it looks like one's own.
  const hasLeft =
    missed !== null && refunds.every(({ manualRefundId }) => manualRefundId !== missed.refund.manualRefundId);
  return (
    <>
      {hasLeft && (
        <div className="mb-4">
          <Notice
            tone="warning"
            role="alert"
            title={t("changed", { state: missed.by.state, person: missed.by.by ?? "" })}
          >
            <p>
              {displayAmount(missed.refund.amount, missed.refund.currency)}
              {" · "}
              <ForeignText>{missed.refund.reference}</ForeignText>
            </p>
          </Notice>
        </div>
      )}
      {refunds.length === 0 ? (
        empty
      ) : (
        <ul
          aria-label={t("title")}
          className="divide-y divide-line rounded-lg border border-line bg-surface px-4 sm:px-5"
        >
          {refunds.map((refund) => (
            <ManualRefundItem
              key={refund.manualRefundId}
              refund={refund}
              mayDecide={mayDecide}
              mayApprove={mayApprove}
              isOnPayment={false}
              onChanged={(outcome) => {
                setMissed(outcome.kind === "changed" ? { refund, by: outcome } : null);
                router.refresh();
              }}
            />
          ))}
        </ul>
      )}
    </>
  );
}
