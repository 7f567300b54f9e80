import { Skeleton } from "@/components/ui/skeleton";

export default function AuditLoading() {
  return (
    <>
      <Skeleton className="mb-2 h-7 w-40" />
      <Skeleton className="mb-5 h-5 w-80 max-w-full" />
      <div className="space-y-3 rounded-lg border border-line bg-surface p-4">
        {Array.from({ length: 6 }, (_, line) => (
          <Skeleton key={line} className="h-9 w-full" />
        ))}
      </div>
    </>
  );
}
