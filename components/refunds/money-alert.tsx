"use client";

import { useTranslations } from "use-intl/react";
import { Notice } from "@/components/ui/notice";
import type { OpenAlert } from "@/lib/contract/payment-alerts";

/** The money of a paid payment may be gone: said before anybody ships or refunds (decision 0366). */
export function MoneyAlert({ alert }: { alert: OpenAlert | null }) {
  const t = useTranslations("refund.alert");
  if (alert === null) return null;
  return (
    <div className="mb-4">
      <Notice tone={alert === "disputed" ? "warning" : "danger"} title={t(`${alert}.title`)}>
        <p>{t(`${alert}.body`)}</p>
      </Notice>
    </div>
  );
}
