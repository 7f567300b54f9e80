"use client";

import { Ban, CircleCheck, CircleX, Clock, Undo2, type LucideIcon } from "lucide-react";
import { useTranslations } from "use-intl/react";
import { Status, type StatusTone } from "@/components/ui/status";
import type { ManualRefundState } from "@/lib/manual-refunds/manual-refund-views";

const STATES: Record<ManualRefundState, { tone: StatusTone; icon: LucideIcon }> = {
  WAITING: { tone: "warning", icon: Clock },
  CONFIRMED: { tone: "success", icon: CircleCheck },
  VOIDING: { tone: "warning", icon: Clock },
  DECLINED: { tone: "danger", icon: CircleX },
  WITHDRAWN: { tone: "neutral", icon: Undo2 },
  VOIDED: { tone: "neutral", icon: Ban },
};

/** The state of a manual refund. Never the badge of a refund: no gateway has made it. */
export function ManualRefundBadge({ state }: { state: ManualRefundState }) {
  const t = useTranslations("manualRefunds");
  return <Status {...STATES[state]} word={t(`state.${state}`)} />;
}
