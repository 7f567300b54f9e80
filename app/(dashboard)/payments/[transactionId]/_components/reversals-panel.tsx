"use client";

import { CircleCheck, CircleX, LoaderCircle, type LucideIcon } from "lucide-react";
import { useTranslations } from "use-intl/react";
import { RefundFailure } from "@/components/refunds/refund-failure";
import { CopyableId } from "@/components/ui/copyable-id";
import { Money } from "@/components/ui/money";
import { Panel } from "@/components/ui/panel";
import { Status, type StatusTone } from "@/components/ui/status";
import { Time } from "@/components/ui/time";
import type { RefundStatus } from "@/lib/contract/statuses";
import type { ReversalView } from "@/lib/payments/payment-detail-view";

const LOOKS: Record<RefundStatus, { tone: StatusTone; icon: LucideIcon }> = {
  INITIATED: { tone: "accent", icon: LoaderCircle },
  PROCESSING: { tone: "accent", icon: LoaderCircle },
  SUCCESS: { tone: "success", icon: CircleCheck },
  FAILURE: { tone: "danger", icon: CircleX },
};

/** Reversals of late money (decision 0004): not refunds, and in no balance. */
export function ReversalsPanel({ reversals }: { reversals: readonly ReversalView[] }) {
  const t = useTranslations("payment.reversals");
  return (
    <Panel title={t("title")}>
      <p className="max-w-prose text-sm text-ink-muted">{t("about")}</p>
      <ul aria-label={t("list")} className="mt-3 divide-y divide-line border-t border-line">
        {reversals.map((reversal) => {
          const { tone, icon } = LOOKS[reversal.status];
          return (
            <li
              key={reversal.gatewayTransactionId}
              className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 gap-y-1 py-2.5"
            >
              <div className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-1">
                <Status
                  tone={tone}
                  icon={icon}
                  word={t(`status.${reversal.status}`)}
                  code={reversal.status}
                />
              </div>
              <Money
                amount={reversal.amount}
                currency={reversal.currency}
                className="text-right font-semibold"
              />
              <div className="col-span-2 flex flex-wrap gap-x-3 text-xs text-ink-muted">
                <Time iso={reversal.requestedAt} />
                <CopyableId id={reversal.gatewayTransactionId} what={t("charge")} />
              </div>
              {reversal.failure !== null && (
                <p className="col-span-2 max-w-prose text-sm">
                  <RefundFailure failure={reversal.failure} isOpen={reversal.status !== "FAILURE"} />
                </p>
              )}
              {reversal.status === "FAILURE" && (
                <p className="col-span-2 text-sm font-medium text-danger">{t("byHand")}</p>
              )}
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}
