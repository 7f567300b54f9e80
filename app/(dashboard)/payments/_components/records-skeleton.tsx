"use client";

import { useTranslations } from "use-intl/react";
import { Skeleton } from "@/components/ui/skeleton";

/** A placeholder in the shape of the payments of a reference. */
export function RecordsSkeleton() {
  const t = useTranslations("search");
  return (
    <div role="status" aria-label={t("looking")}>
      <Skeleton className="mb-4 h-6 w-56" />
      <div className="space-y-5 rounded-lg border border-line bg-surface p-4 sm:p-5">
        <div className="flex justify-between gap-4">
          <Skeleton className="h-6 w-44" />
          <Skeleton className="h-6 w-28" />
        </div>
        <div className="space-y-2.5">
          <Skeleton className="h-4 w-full max-w-md" />
          <Skeleton className="h-4 w-full max-w-sm" />
          <Skeleton className="h-4 w-full max-w-sm" />
        </div>
        <Skeleton className="h-7 w-52" />
      </div>
    </div>
  );
}
