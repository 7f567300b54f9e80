"use client";

import { useTranslations } from "use-intl/react";
import { ForeignText } from "@/components/ui/text";
import type { RefundFailureView } from "@/lib/refunds/refund-failure";

/** Why a refund failed, or why it waits, with the gateway's own words. */
export function RefundFailure({ failure, isOpen }: { failure: RefundFailureView; isOpen: boolean }) {
  const t = useTranslations("common");
  const reason = t(`refundFailure.${failure.reason}`);
  return (
    <>
      {isOpen ? t("refundWaits", { reason }) : reason}
      {failure.message !== null && (
        <>
          {" "}
          {t("gatewaySaid")} <ForeignText>{failure.message}</ForeignText>
        </>
      )}
    </>
  );
}
