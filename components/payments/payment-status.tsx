"use client";

import { Ban, CircleCheck, CircleX, Clock, LogOut, type LucideIcon } from "lucide-react";
import { useTranslations } from "use-intl/react";
import { Status, type StatusTone } from "@/components/ui/status";
import type { PaymentStatus } from "@/lib/contract/statuses";

type Look = { tone: StatusTone; icon: LucideIcon };

/** The statuses of specification 3.1; `common.paymentStatus` explains each. */
const LOOKS: Record<PaymentStatus, Look> = {
  INITIATED: { tone: "accent", icon: Clock },
  SUCCESS: { tone: "success", icon: CircleCheck },
  FAILURE: { tone: "danger", icon: CircleX },
  DROP: { tone: "neutral", icon: LogOut },
  CANCELLED: { tone: "neutral", icon: Ban },
};

export function PaymentStatusBadge({ status }: { status: PaymentStatus }) {
  const t = useTranslations("common.paymentStatusName");
  return <Status {...LOOKS[status]} word={t(status)} code={status} />;
}
