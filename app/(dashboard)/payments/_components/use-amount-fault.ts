"use client";

import { useTranslations } from "use-intl/react";
import { displayMoney } from "@/lib/money";
import type { RefundFault } from "@/lib/refunds/refund-form-view";
import type { RefundPreview } from "./refund-preview";

/** The field error of an amount, or `true` as react-hook-form expects. For every form that draws on a remaining balance. */
export function useAmountFault(currency: string): (amount: RefundPreview) => string | true {
  const t = useTranslations("refund.fault");
  return (amount) => {
    switch (amount.kind) {
      case "empty":
      case "malformed":
      case "zero":
        return t(amount.kind);
      case "other_currency":
        return t("otherCurrency", { currency });
      case "two_readings":
        return t("twoReadings");
      case "no_decimals":
        return t("noDecimals", { currency });
      case "too_large":
      case "exceeds":
        return t("tooMuch", { left: displayMoney(amount.leftPaise, currency) });
      case "possible":
        return true;
    }
  };
}

/** Says what is wrong with an amount that the command refused. */
export function amountFaultText(
  t: ReturnType<typeof useTranslations<"refund">>,
  amount: Extract<RefundFault, { field: "amount" }>,
): string {
  return amount.fault === "no_decimals"
    ? t("fault.noDecimals", { currency: amount.currency })
    : t(`fault.${amount.fault}`);
}
