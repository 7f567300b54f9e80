import { translator } from "@/components/i18n/server";
import { Skeleton } from "@/components/ui/skeleton";
import { WebhooksFrame } from "./_components/webhooks-frame";

export default async function WebhooksLoading() {
  const t = await translator("webhooks");
  return (
    <WebhooksFrame here={null}>
      <div role="status" aria-label={t("loading")}>
        <Skeleton className="h-64 w-full rounded-lg" />
      </div>
    </WebhooksFrame>
  );
}
