import { Skeleton } from "@/components/ui/skeleton";

const ROWS = ["a", "b", "c", "d", "e", "f"];

export default function RefundsLoading() {
  return (
    <div role="status" aria-label="Loading the refunds">
      <Skeleton className="mb-2 h-7 w-24" />
      <Skeleton className="mb-4 h-5 w-56" />
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
