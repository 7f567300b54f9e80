import { translator } from "@/components/i18n/server";
import { PageHeader } from "@/components/ui/page-header";
import { Skeleton } from "@/components/ui/skeleton";

export default async function KeysLoading() {
  const t = await translator("keys");
  return (
    <div role="status" aria-label={t("loading")}>
      <PageHeader title={t("title")} about={t("about")} />
      <Skeleton className="h-64 w-full rounded-lg" />
    </div>
  );
}
