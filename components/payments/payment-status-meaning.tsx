"use client";

import { useTranslations } from "use-intl/react";
import type { PaymentStatus } from "@/lib/contract/statuses";

/** What a status means for the money, in the reader's language. */
export function PaymentStatusMeaning({ status }: { status: PaymentStatus }) {
  const t = useTranslations("common");
  return t(`paymentStatus.${status}`);
}
