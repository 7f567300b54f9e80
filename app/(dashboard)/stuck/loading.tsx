import { Skeleton } from "@/components/ui/skeleton";

export default function StuckLoading() {
  return (
    <div aria-busy className="-mx-(--gutter) -mt-3 space-y-4 px-(--gutter) pt-3">
      <Skeleton className="h-7 w-48" />
      <Skeleton className="h-14 w-72" />
      <Skeleton className="h-96 rounded-lg" />
    </div>
  );
}
