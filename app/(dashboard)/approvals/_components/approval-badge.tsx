"use client";

import { CircleCheck, CircleMinus, CircleX, Clock, TimerOff, Undo2, type LucideIcon } from "lucide-react";
import { useTranslations } from "use-intl/react";
import { Status, type StatusTone } from "@/components/ui/status";
import type { ApprovalState } from "@/lib/approvals/approval-views";

const LOOKS: Record<ApprovalState, { tone: StatusTone; icon: LucideIcon }> = {
  WAITING: { tone: "accent", icon: Clock },
  APPROVED: { tone: "success", icon: CircleCheck },
  DECLINED: { tone: "danger", icon: CircleX },
  WITHDRAWN: { tone: "neutral", icon: Undo2 },
  EXPIRED: { tone: "neutral", icon: TimerOff },
  REFUSED: { tone: "warning", icon: CircleMinus },
};

export function ApprovalBadge({ state }: { state: ApprovalState }) {
  const t = useTranslations("approvals");
  return <Status tone={LOOKS[state].tone} icon={LOOKS[state].icon} word={t(`state.${state}`)} />;
}
