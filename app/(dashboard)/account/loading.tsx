import { Skeleton } from "@/components/ui/skeleton";

export default function AccountLoading() {
  return (
    <>
      <Skeleton className="mb-2 h-7 w-40" />
      <Skeleton className="mb-5 h-5 w-80 max-w-full" />
      <div className="grid max-w-5xl gap-4 lg:grid-cols-2">
        <Skeleton className="h-64 w-full" />
        <Skeleton className="h-64 w-full" />
      </div>
    </>
  );
}
