import { translator } from "@/components/i18n/server";
import { Skeleton } from "@/components/ui/skeleton";

export default async function OverviewLoading() {
  const t = await translator("overview");
  return (
    <div role="status" aria-label={t("loading")}>
      <Skeleton className="mb-4 h-7 w-40" />
      <Skeleton className="mb-4 h-9 w-full max-w-md" />
      <div className="mb-4 grid grid-cols-2 gap-3 xl:grid-cols-4">
        {["payments", "paid", "rate", "stuck"].map((tile) => (
          <Skeleton key={tile} className="h-20" />
        ))}
      </div>
      <Skeleton className="h-72" />
    </div>
  );
}
