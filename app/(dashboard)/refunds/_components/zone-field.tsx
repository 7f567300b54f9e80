"use client";

import { useTranslations } from "use-intl/react";
import { useHydrated } from "@/components/ui/use-hydrated";
import { todaysZoneName } from "@/lib/time-zone-cookie";

/**
 * In which zone the filter's days are. The browser fills its own in, and the address keeps it, so that a shared list is the
 * same list for everybody; before that, and without scripts, days are those of UTC.
 */
export function ZoneField({ zone }: { zone: string | null }) {
  const t = useTranslations("refunds.filter");
  const hydrated = useHydrated();
  const value =
    zone ?? (hydrated ? todaysZoneName(new Intl.DateTimeFormat().resolvedOptions().timeZone) : "UTC");
  return (
    <>
      <input type="hidden" name="zone" value={value} />
      <p className="text-xs text-ink-muted">{t("zone", { zone: value })}</p>
    </>
  );
}
