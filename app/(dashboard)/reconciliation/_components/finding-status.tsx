"use client";

import { CircleAlert, CircleCheck, FileCheck, Wrench, type LucideIcon } from "lucide-react";
import { useTranslations } from "use-intl/react";
import { Status, type StatusTone } from "@/components/ui/status";
import type { FindingView } from "@/lib/reconciliation/views";

const LOOKS: Record<FindingView["state"] | "certain", { tone: StatusTone; icon: LucideIcon }> = {
  open: { tone: "danger", icon: CircleAlert },
  certain: { tone: "warning", icon: Wrench },
  repaired: { tone: "success", icon: CircleCheck },
  settled: { tone: "success", icon: FileCheck },
  gone: { tone: "neutral", icon: CircleCheck },
};

/** Whether a finding is open, and whether it can be repaired. */
export function FindingStatus({ finding }: { finding: Pick<FindingView, "state" | "certain"> }) {
  const t = useTranslations("reconciliation");
  const name = finding.state === "open" && finding.certain ? "certain" : finding.state;
  return <Status {...LOOKS[name]} word={t(`findingState.${name}`)} />;
}
