import { translator } from "@/components/i18n/server";
import { Skeleton } from "@/components/ui/skeleton";

const ROWS = ["a", "b", "c", "d", "e", "f", "g", "h"];

export default async function RefundsLoading() {
  const t = await translator("refunds");
  return (
    <div role="status" aria-label={t("loading")}>
      <Skeleton className="mb-1 h-7 w-24" />
      <Skeleton className="mb-4 h-5 w-80 max-w-full" />
      <Skeleton className="mb-4 h-9 w-full" />
      <Skeleton className="mb-3 h-7 w-72 max-w-full" />
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
