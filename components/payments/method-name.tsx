"use client";

import { useTranslations } from "use-intl/react";
import { PAYMENT_METHODS, type PaymentMethod } from "@/lib/contract/statuses";

/** A payment method in the reader's language, with the service's code in the tooltip (0387). */
export function MethodName({ code }: { code: PaymentMethod }) {
  const t = useTranslations("common.methodName");
  return <span title={code}>{t(code)}</span>;
}

/** The name of a method that the service may have added since. */
export function useMethodName(): (code: string) => string {
  const t = useTranslations("common.methodName");
  return (code) => {
    const known = PAYMENT_METHODS.find((method) => method === code);
    return known === undefined ? code : t(known);
  };
}
