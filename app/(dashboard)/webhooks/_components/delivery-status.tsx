"use client";

import { CircleCheck, CircleX, Clock3, Inbox, type LucideIcon, RotateCw } from "lucide-react";
import { useTranslations } from "use-intl/react";
import { Status, type StatusTone } from "@/components/ui/status";
import type { DeliveryState } from "@/lib/webhooks";

const STATES: Record<DeliveryState, { tone: StatusTone; icon: LucideIcon }> = {
  WAITING: { tone: "accent", icon: Clock3 },
  RETRYING: { tone: "warning", icon: RotateCw },
  DELIVERED: { tone: "success", icon: CircleCheck },
  FAILED: { tone: "danger", icon: CircleX },
  SET_ASIDE: { tone: "neutral", icon: Inbox },
};

export function DeliveryStatus({ state }: { state: DeliveryState }) {
  const t = useTranslations("webhooks");
  return <Status {...STATES[state]} word={t(`deliveries.state.${state}`)} />;
}
