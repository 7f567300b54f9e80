"use client";

import { useTranslations } from "use-intl/react";
import { cx } from "@/components/ui/cx";
import { Time } from "@/components/ui/time";
import { displayAmount } from "@/lib/money";
import type { OutsideRefundsView } from "@/lib/refunds/balance-view";

type OutsideRefundsProps = { outside: OutsideRefundsView | null; currency: string; className?: string };

/** What was refunded outside the dashboard when the service last reported it, and that it limits nothing here. */
export function OutsideRefunds({ outside, currency, className }: OutsideRefundsProps) {
  const t = useTranslations("outsideRefunds");
  if (outside === null) return null;
  return (
    <p className={cx("text-xs text-ink-muted", className)}>
      {t.rich("reported", {
        amount: displayAmount(outside.amount, currency),
        time: () => <Time iso={outside.reportedAt} precision="minutes" />,
      })}
    </p>
  );
}
