import { Skeleton } from "@/components/ui/skeleton";

/** Stands where the balance and the form will be. */
export function RefundPanelSkeleton() {
  return (
    <div role="status" aria-label="Reading the remaining balance" className="space-y-4">
      <Skeleton className="h-5 w-3/4" />
      <Skeleton className="h-32 w-full" />
      <Skeleton className="h-14 w-full" />
      <Skeleton className="h-14 w-full" />
    </div>
  );
}
