import { CircleCheck, CircleMinus, CircleX, Clock, TimerOff, Undo2, type LucideIcon } from "lucide-react";
import { translator } from "@/components/i18n/server";
import { Status, type StatusTone } from "@/components/ui/status";
import type { ApprovalState } from "@/lib/approval-views";

const LOOKS: Record<ApprovalState, { tone: StatusTone; icon: LucideIcon }> = {
  WAITING: { tone: "accent", icon: Clock },
  APPROVED: { tone: "success", icon: CircleCheck },
  DECLINED: { tone: "danger", icon: CircleX },
  WITHDRAWN: { tone: "neutral", icon: Undo2 },
  EXPIRED: { tone: "neutral", icon: TimerOff },
  REFUSED: { tone: "warning", icon: CircleMinus },
};

export async function ApprovalBadge({ state }: { state: ApprovalState }) {
  const t = await translator("approvals");
  return <Status tone={LOOKS[state].tone} icon={LOOKS[state].icon} word={t(`state.${state}`)} />;
}
