"use client";

import { CircleCheck, CircleX, Clock, LoaderCircle, type LucideIcon } from "lucide-react";
import { useTranslations } from "use-intl/react";
import { Status, type StatusTone } from "@/components/ui/status";
import type { RefundStatus } from "@/lib/contract/statuses";

type Look = { tone: StatusTone; icon: LucideIcon };

/** The statuses of specification 3.2; `refunds.meaning` explains each. */
const REFUND_LOOKS: Record<RefundStatus, Look> = {
  INITIATED: { tone: "accent", icon: Clock },
  PROCESSING: { tone: "accent", icon: LoaderCircle },
  SUCCESS: { tone: "success", icon: CircleCheck },
  FAILURE: {
    tone: "danger",
    icon: CircleX,
  },
};

/** `isPlain`: in a list, where a background is for what somebody must act on. */
export function RefundStatusBadge({ status, isPlain = false }: { status: RefundStatus; isPlain?: boolean }) {
  const t = useTranslations("common.refundStatusName");
  return <Status {...REFUND_LOOKS[status]} word={t(status)} code={status} isPlain={isPlain} />;
}
