"use client";

import {
  CircleHelp,
  CircleX,
  HandCoins,
  Hourglass,
  MessageSquareMore,
  MessageSquareReply,
  Scale,
  ShieldCheck,
  TimerOff,
  Users,
  Wrench,
  type LucideIcon,
} from "lucide-react";
import { useTranslations } from "use-intl/react";
import { Status, type StatusTone } from "@/components/ui/status";
import type { WorkCondition as Condition } from "@/lib/queues/work-kinds";

const MARKS: Record<Condition, { icon: LucideIcon; tone: StatusTone }> = {
  refund_unknown: { icon: CircleHelp, tone: "warning" },
  refund_late: { icon: TimerOff, tone: "warning" },
  request_open: { icon: MessageSquareReply, tone: "accent" },
  request_question: { icon: MessageSquareMore, tone: "accent" },
  request_not_made: { icon: CircleX, tone: "danger" },
  cancel_unknown: { icon: CircleHelp, tone: "warning" },
  finding_certain: { icon: Wrench, tone: "warning" },
  finding_open: { icon: Scale, tone: "danger" },
  finding_to_confirm: { icon: Users, tone: "accent" },
  manual_refund_waiting: { icon: HandCoins, tone: "accent" },
  manual_refund_voiding: { icon: HandCoins, tone: "accent" },
  approval_refund: { icon: ShieldCheck, tone: "accent" },
  approval_bulk: { icon: ShieldCheck, tone: "accent" },
  payment_stuck: { icon: Hourglass, tone: "neutral" },
};

/** What is wrong with an item. */
export function WorkCondition({ condition }: { condition: Condition }) {
  const t = useTranslations("queues");
  const { icon, tone } = MARKS[condition];
  return <Status tone={tone} icon={icon} word={t(`condition.${condition}`)} wraps />;
}
