import { translator } from "@/components/i18n/server";
import { Skeleton } from "@/components/ui/skeleton";
import { RulesFrame } from "../_components/rules-frame";

export default async function RuleExperimentsLoading() {
  const t = await translator("rules");
  return (
    <RulesFrame here="experiments">
      <div role="status" aria-label={t("loading")}>
        <Skeleton className="h-72 w-full rounded-lg" />
      </div>
    </RulesFrame>
  );
}
