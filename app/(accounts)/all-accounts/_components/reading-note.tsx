"use client";

import { Ban, CircleHelp, CloudOff, Hourglass, type LucideIcon } from "lucide-react";
import { useTranslations } from "use-intl/react";
import type { Reading } from "@/lib/all-accounts/views";

type Gap = Exclude<Reading<never>["kind"], "read">;

const ICONS: Record<Gap, LucideIcon> = {
  forbidden: Ban,
  not_offered: CircleHelp,
  failed: CloudOff,
  late: Hourglass,
};

/** Says why a figure or a list is not there, in its place: never a number. */
export function ReadingNote({ gap }: { gap: Gap }) {
  const t = useTranslations("allAccounts");
  const Icon = ICONS[gap];
  const isProblem = gap === "failed" || gap === "late";
  return (
    <span
      className={`inline-flex items-start gap-1.5 text-sm ${isProblem ? "text-warning" : "text-ink-muted"}`}
    >
      <Icon aria-hidden className="size-3.5 mt-1 shrink-0" />
      {t(`gap.${gap}`)}
    </span>
  );
}
