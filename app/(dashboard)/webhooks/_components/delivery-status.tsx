"use client";

import { CircleCheck, CircleX, Clock3, Inbox, type LucideIcon } from "lucide-react";
import { useTranslations } from "use-intl/react";
import { Status, type StatusTone } from "@/components/ui/status";
import type { WebhookDeliveryStatus } from "@/lib/contract/webhook-constants";

const STATES: Record<WebhookDeliveryStatus, { tone: StatusTone; icon: LucideIcon }> = {
  WAITING: { tone: "accent", icon: Clock3 },
  DELIVERED: { tone: "success", icon: CircleCheck },
  FAILED: { tone: "danger", icon: CircleX },
  SET_ASIDE: { tone: "neutral", icon: Inbox },
};

export function DeliveryStatus({ status }: { status: WebhookDeliveryStatus }) {
  const t = useTranslations("webhooks");
  return <Status {...STATES[status]} word={t(`deliveries.state.${status}`)} />;
}
