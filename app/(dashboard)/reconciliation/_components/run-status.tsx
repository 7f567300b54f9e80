"use client";

import { CircleCheck, CircleSlash, Clock, LoaderCircle, type LucideIcon } from "lucide-react";
import { useTranslations } from "use-intl/react";
import { Status, type StatusTone } from "@/components/ui/status";
import type { RunView } from "@/lib/reconciliation/views";

const LOOKS: Record<RunView["state"], { tone: StatusTone; icon: LucideIcon }> = {
  queued: { tone: "neutral", icon: Clock },
  running: { tone: "accent", icon: LoaderCircle },
  done: { tone: "success", icon: CircleCheck },
  broken: { tone: "danger", icon: CircleSlash },
};

/** Whether a comparison goes on. */
export function RunStatus({ state }: { state: RunView["state"] }) {
  const t = useTranslations("reconciliation");
  return <Status {...LOOKS[state]} word={t(`state.${state}`)} />;
}
