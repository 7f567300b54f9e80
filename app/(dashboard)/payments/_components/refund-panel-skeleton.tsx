"use client";

import { useTranslations } from "use-intl/react";
import { Skeleton } from "@/components/ui/skeleton";

/** A placeholder for the balance and the form. */
export function RefundPanelSkeleton() {
  const t = useTranslations("refund");
  return (
    <div role="status" aria-label={t("reading")} className="space-y-4">
      <Skeleton className="h-5 w-3/4" />
      <Skeleton className="h-32 w-full" />
      <Skeleton className="h-14 w-full" />
      <Skeleton className="h-14 w-full" />
    </div>
  );
}
