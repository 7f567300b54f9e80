"use client";

import { useTranslations } from "use-intl/react";
import { Skeleton } from "@/components/ui/skeleton";

/** A placeholder in the shape of a refund. */
export function RefundSkeleton() {
  const t = useTranslations("refunds");
  return (
    <div role="status" aria-label={t("one.loading")}>
      <Skeleton className="mb-2 h-5 w-20" />
      <Skeleton className="mb-4 h-7 w-72 max-w-full" />
      <div className="space-y-6 rounded-lg border border-line bg-surface p-5">
        <div className="flex justify-between gap-4">
          <Skeleton className="h-6 w-44" />
          <Skeleton className="h-7 w-28" />
        </div>
        <Skeleton className="h-12 w-full" />
        <Skeleton className="h-28 w-full max-w-md" />
      </div>
    </div>
  );
}
