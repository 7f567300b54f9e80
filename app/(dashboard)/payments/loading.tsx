import { Skeleton } from "@/components/ui/skeleton";
import { RecordsSkeleton } from "./_components/records-skeleton";

export default function PaymentsLoading() {
  return (
    <div>
      <Skeleton className="mb-5 h-7 w-28" />
      <Skeleton className="mb-1 h-5 w-36" />
      <Skeleton className="mb-7 h-10 w-full" />
      <RecordsSkeleton />
    </div>
  );
}
