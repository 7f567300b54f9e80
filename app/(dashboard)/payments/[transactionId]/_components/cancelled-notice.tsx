"use client";

import { useEffect, useRef } from "react";
import { useTranslations } from "use-intl/react";
import { Notice } from "@/components/ui/notice";

/**
 * What a cancel on this page has done. The pressed button is gone, so focus moves here. A service without the operations
 * extension may not return money that comes too late.
 */
export function CancelledNotice({ isLateMoneyReturned }: { isLateMoneyReturned: boolean }) {
  const t = useTranslations("payment");
  const common = useTranslations("common");
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <div ref={place} tabIndex={-1} className="outline-none">
      <Notice tone="success" title={t("timeline.cancelled")}>
        <p>{isLateMoneyReturned ? t("timeline.cancelledMeans") : common("paymentStatus.CANCELLED")}</p>
      </Notice>
    </div>
  );
}
