import { translator } from "@/components/i18n/server";
import { PageHeader } from "@/components/ui/page-header";
import { Skeleton } from "@/components/ui/skeleton";

export default async function GatewaysLoading() {
  const t = await translator("gateways");
  return (
    <div role="status" aria-label={t("loading")}>
      <PageHeader title={t("title")} about={t("about")} />
      <div className="space-y-4">
        <Skeleton className="h-44 w-full rounded-lg" />
        <Skeleton className="h-44 w-full rounded-lg" />
        <Skeleton className="h-96 w-full rounded-lg" />
      </div>
    </div>
  );
}
