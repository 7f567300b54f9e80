import { translator } from "@/components/i18n/server";
import { Skeleton } from "@/components/ui/skeleton";

const ROWS = Array.from({ length: 8 }, (_, index) => index);

/** A placeholder in the shape of the list. */
export async function ListSkeleton() {
  const t = await translator("payments");
  return (
    <div role="status" aria-label={t("list.loading")}>
      <Skeleton className="mb-4 h-9 w-full max-w-lg" />
      <Skeleton className="mb-3 h-7 w-72 max-w-full" />
      <div className="space-y-3 rounded-lg border border-line bg-surface p-4">
        {ROWS.map((row) => (
          <div key={row} className="flex justify-between gap-4">
            <Skeleton className="h-5 w-full max-w-md" />
            <Skeleton className="h-5 w-24" />
          </div>
        ))}
      </div>
    </div>
  );
}
