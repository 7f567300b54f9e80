"use client";

import {
  CircleCheck,
  CircleHelp,
  CircleX,
  Clock,
  MessageCircleQuestion,
  Undo2,
  type LucideIcon,
} from "lucide-react";
import { useTranslations } from "use-intl/react";
import { Status, type StatusTone } from "@/components/ui/status";
import type { RequestView } from "@/lib/requests/request-views";
import type { RequestRefundStatus } from "@/lib/requests/request-state";

const STATES: Record<Exclude<RequestView["state"], "ACCEPTED">, { tone: StatusTone; icon: LucideIcon }> = {
  OPEN: { tone: "accent", icon: Clock },
  QUESTION: { tone: "warning", icon: MessageCircleQuestion },
  DECLINED: { tone: "danger", icon: CircleX },
  WITHDRAWN: { tone: "neutral", icon: Undo2 },
};

const REFUNDS: Record<RequestRefundStatus, { tone: StatusTone; icon: LucideIcon }> = {
  awaiting_approval: { tone: "accent", icon: Clock },
  not_approved: { tone: "danger", icon: CircleX },
  sending: { tone: "accent", icon: Clock },
  unknown: { tone: "warning", icon: CircleHelp },
  in_progress: { tone: "accent", icon: Clock },
  refunded: { tone: "success", icon: CircleCheck },
  failed: { tone: "danger", icon: CircleX },
  refused: { tone: "danger", icon: CircleX },
  not_sent: { tone: "danger", icon: CircleX },
  awaiting_confirmation: { tone: "accent", icon: Clock },
  returned: { tone: "success", icon: CircleCheck },
  not_returned: { tone: "danger", icon: CircleX },
};

/** The state of a request; an accepted one shows what became of its refund. */
export function RequestBadge({ request }: { request: Pick<RequestView, "state" | "refund"> }) {
  const t = useTranslations("requests");
  const { state, refund } = request;
  if (state !== "ACCEPTED") return <Status {...STATES[state]} word={t(`state.${state}`)} />;
  const status = refund?.status ?? "sending";
  return <Status {...REFUNDS[status]} word={t(`refundState.${status}`)} />;
}
