"use client";

import { useTranslations } from "use-intl/react";
import { cx } from "@/components/ui/cx";
import { Notice } from "@/components/ui/notice";
import type { OpenAlert } from "@/lib/contract/payment-alerts";

type MoneyAlertProps = {
  alert: OpenAlert | null;
  /** A row of a table has no place for what to do. */
  isInRow?: boolean;
};

/** The money of a paid payment may be gone: said before anybody ships or refunds (decision 0366). */
export function MoneyAlert({ alert, isInRow = false }: MoneyAlertProps) {
  const t = useTranslations("moneyAlert");
  if (alert === null) return null;
  const tone = alert === "disputed" ? "warning" : "danger";
  const title = t(`${alert}.title`);
  if (isInRow)
    return <p className={cx("text-xs", tone === "danger" ? "text-danger" : "text-warning")}>{title}</p>;
  return (
    <div className="mb-4">
      <Notice tone={tone} title={title}>
        <p>{t(`${alert}.body`)}</p>
      </Notice>
    </div>
  );
}
