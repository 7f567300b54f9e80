import { Skeleton } from "@/components/ui/skeleton";

/** Has the same parts as the page, so that the layout does not shift. */
export function PaymentSkeleton() {
  return (
    <div aria-busy>
      <div className="-mx-(--gutter) space-y-3 border-b border-line px-(--gutter) pb-3.5">
        <Skeleton className="h-8 w-72" />
        <Skeleton className="h-10 w-full max-w-2xl" />
      </div>
      <div className="record">
        <div className="space-y-4 py-4">
          <Skeleton className="h-32" />
          <Skeleton className="h-64" />
        </div>
        <div className="space-y-4 py-4">
          <Skeleton className="h-48" />
          <Skeleton className="h-32" />
        </div>
      </div>
    </div>
  );
}
