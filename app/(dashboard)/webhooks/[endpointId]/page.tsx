import type { Metadata } from "next";
import { translator } from "@/components/i18n/server";
import { RefreshWhile } from "@/components/live/refresh-while";
import { redirectToSignIn } from "@/components/navigation/server";
import { Forbidden } from "@/components/states/forbidden";
import { FetchFailed } from "@/components/states/fetch-failed";
import { ExportProblemNotice } from "@/components/states/export-problem-notice";
import { BackLink } from "@/components/ui/page-header";
import { paths } from "@/lib/paths";
import { orForbidden } from "@/server/dashboard/auth/authorize";
import { currentCtx } from "@/server/dashboard/context";
import { listDeliveries } from "@/server/dashboard/webhooks/queries/list-deliveries";
import { findWebhook } from "@/server/dashboard/webhooks/queries/list-webhooks";
import { type DeliveryParams, filterOf, queryOf, shownFilter } from "../_components/delivery-filter";
import { DeliveryList } from "../_components/delivery-list";
import { isUnderWay } from "../_components/has-pending-deliveries";
import { WebhooksFrame } from "../_components/webhooks-frame";
import { EndpointPanel } from "./_components/endpoint-panel";

type EndpointPageProps = {
  params: Promise<{ endpointId: string }>;
  searchParams: Promise<DeliveryParams>;
};

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await translator("webhooks"))("endpoint") };
}

export default async function EndpointPage({ params, searchParams }: EndpointPageProps) {
  const endpointId = decodeURIComponent((await params).endpointId);
  const given = await searchParams;
  const filter = shownFilter(given);
  const here = (query: Record<string, string | undefined>): string => paths.webhook(endpointId, query);
  const ctx = await currentCtx();
  if (ctx === null) return redirectToSignIn(here(queryOf(filter)));
  const t = await translator("webhooks");
  const read = await orForbidden(findWebhook(ctx, endpointId));
  const log =
    read?.kind === "found"
      ? await listDeliveries(ctx, { ...filterOf(filter), endpoint_id: endpointId })
      : null;
  return (
    <WebhooksFrame here={null}>
      <BackLink href={paths.webhooks()} label={t("tabs.endpoints")} />
      {read === null && <Forbidden role={ctx.actor.role} permission="manage_webhooks" />}
      {read !== null && read.kind !== "found" && <FetchFailed read={read} />}
      {read?.kind === "found" && log !== null && (
        <div className="space-y-4">
          <EndpointPanel endpoint={read.value} />
          <section aria-label={t("deliveries.title")}>
            <h2 className="text-base font-semibold">{t("deliveries.title")}</h2>
            <ExportProblemNotice problem={given.export} />
            <DeliveryList read={log} filter={filter} hrefOf={here} endpointId={endpointId} />
          </section>
        </div>
      )}
      <RefreshWhile isOpen={read?.kind === "service_error" || isUnderWay(log)} seed={ctx.actor.userId} />
    </WebhooksFrame>
  );
}
