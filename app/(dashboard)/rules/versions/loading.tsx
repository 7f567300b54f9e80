import { translator } from "@/components/i18n/server";
import { Skeleton } from "@/components/ui/skeleton";
import { RulesFrame } from "../_components/rules-frame";

export default async function RuleVersionsLoading() {
  const t = await translator("rules");
  return (
    <RulesFrame here="versions">
      <div role="status" aria-label={t("loading")}>
        <Skeleton className="h-72 w-full rounded-lg" />
      </div>
    </RulesFrame>
  );
}
