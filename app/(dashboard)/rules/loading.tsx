import { translator } from "@/components/i18n/server";
import { Skeleton } from "@/components/ui/skeleton";
import { RulesFrame } from "./_components/rules-frame";

export default async function RulesLoading() {
  const t = await translator("rules");
  return (
    <RulesFrame here="inForce">
      <div role="status" aria-label={t("loading")} className="space-y-3">
        <Skeleton className="h-5 w-72" />
        <Skeleton className="h-28 w-full rounded-lg" />
        <Skeleton className="h-28 w-full rounded-lg" />
      </div>
    </RulesFrame>
  );
}
