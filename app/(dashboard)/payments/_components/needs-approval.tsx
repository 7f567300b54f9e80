"use client";

import { UserCheck } from "lucide-react";
import { useTranslations } from "use-intl/react";
import { displayMoney } from "@/lib/money";
import type { exceededLimit, RefundPreview } from "./refund-preview";

type NeedsApprovalProps = {
  id: string;
  preview: RefundPreview;
  exceeded: ReturnType<typeof exceededLimit>;
  currency: string;
};

/** Says before anything is sent that the amount needs approval. A live region, because it appears while the amount is typed. */
export function NeedsApproval({ id, preview, exceeded, currency }: NeedsApprovalProps) {
  const t = useTranslations("refund.approval");
  return (
    <div id={id} role="status">
      {exceeded !== null && "amountPaise" in preview && (
        <p className="mt-4 flex gap-2.5 rounded bg-warning-soft px-3 py-2.5">
          <UserCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-warning" />
          <span className="min-w-0">
            <span className="font-medium">
              {needed(t, displayMoney(preview.amountPaise, currency), exceeded, currency)}
            </span>{" "}
            <span className="text-sm">{t("means")}</span>
          </span>
        </p>
      )}
    </div>
  );
}

function needed(
  t: ReturnType<typeof useTranslations<"refund.approval">>,
  amount: string,
  { thresholdPaise, countedPaise }: NonNullable<NeedsApprovalProps["exceeded"]>,
  currency: string,
): string {
  if (thresholdPaise === null) return t("noLimit", { amount, currency });
  const limit = displayMoney(thresholdPaise, currency);
  return countedPaise === 0n
    ? t("above", { amount, limit })
    : t("aboveTogether", { amount, limit, counted: displayMoney(countedPaise, currency) });
}
