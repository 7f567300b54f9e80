import { translator } from "@/components/i18n/server";
import { Skeleton } from "@/components/ui/skeleton";

const ROWS = Array.from({ length: 15 }, (_, index) => index);

/** A placeholder in the shape of the bar and the rows. */
export async function ListSkeleton() {
  const t = await translator("payments");
  return (
    <div role="status" aria-label={t("list.loading")}>
      <div className="flex min-h-11 items-center">
        <Skeleton className="h-7 w-72 max-w-full" />
      </div>
      <div className="-mx-(--gutter) border-t border-line bg-surface pt-7.5">
        {ROWS.map((row) => (
          <div
            key={row}
            className="flex h-(--row) items-center gap-6 border-b border-line-soft px-(--gutter)"
          >
            <Skeleton className="h-4 w-20" />
            <Skeleton className="h-4 w-32" />
            <Skeleton className="h-4 w-full max-w-md" />
            <Skeleton className="ml-auto h-4 w-24 max-sm:hidden" />
          </div>
        ))}
      </div>
    </div>
  );
}
