"use client";

import { useTranslations } from "use-intl/react";
import { Time } from "@/components/ui/time";
import { exactUtc } from "@/components/ui/time-format";
import { useDuration } from "@/components/ui/use-duration";
import { useNow } from "@/components/ui/use-now";

/**
 * When a delivery is sent next: as a time at first, then as the wait, counted down. `isNamed`: no label beside it says
 * what the time is.
 */
export function NextAttempt({ at, isNamed = false }: { at: string; isNamed?: boolean }) {
  const t = useTranslations("webhooks");
  const duration = useDuration();
  const nowMs = useNow();
  if (nowMs === null) {
    return (
      <>
        {isNamed && `${t("delivery.next")} `}
        <Time iso={at} />
      </>
    );
  }
  const due = new Date(at);
  const waitMs = due.getTime() - nowMs;
  const wait = duration(waitMs);
  const area = isNamed ? "deliveries" : "delivery";
  return (
    <span title={exactUtc(due)} className="tabular-nums">
      {waitMs <= 0 ? t(`${area}.nextNow`) : t(`${area}.nextIn`, { wait })}
    </span>
  );
}
