"use client";

import { useTranslations } from "use-intl/react";
import { useHydrated } from "@/components/ui/use-hydrated";
import { todaysZoneName } from "@/lib/time-zone-cookie";

/**
 * The time zone of the filter's days. The browser fills in its own, and the address keeps it, so that a shared link
 * shows everyone the same list; before hydration and without JavaScript it is UTC.
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
