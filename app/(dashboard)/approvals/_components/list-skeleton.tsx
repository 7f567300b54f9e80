import { translator } from "@/components/i18n/server";
import { Skeleton } from "@/components/ui/skeleton";

const ROWS = ["a", "b", "c", "d", "e"];

/** Stands where a list of requests, or of thresholds, will be. */
export async function ListSkeleton() {
  const t = await translator("approvals");
  return (
    <div role="status" aria-label={t("title")}>
      <Skeleton className="mb-2 h-7 w-40" />
      <Skeleton className="mb-4 h-5 w-full max-w-96" />
      <Skeleton className="mb-4 h-9 w-64" />
      <div className="divide-y divide-line rounded-lg border border-line bg-surface">
        {ROWS.map((row) => (
          <div key={row} className="flex items-center justify-between gap-4 px-4 py-3.5">
            <Skeleton className="h-5 w-52" />
            <Skeleton className="h-5 w-24" />
          </div>
        ))}
      </div>
    </div>
  );
}
