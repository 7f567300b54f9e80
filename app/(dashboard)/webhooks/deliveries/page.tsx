import type { Metadata } from "next";
import { translator } from "@/components/i18n/server";
import { RefreshWhile } from "@/components/live/refresh-while";
import { redirectToSignIn } from "@/components/navigation/server";
import { ExportProblemNotice } from "@/components/states/export-problem-notice";
import { Forbidden } from "@/components/states/forbidden";
import { paths } from "@/lib/paths";
import { orForbidden } from "@/server/dashboard/auth/authorize";
import { currentCtx } from "@/server/dashboard/context";
import { listDeliveries } from "@/server/dashboard/webhooks/queries/list-deliveries";
import { type DeliveryParams, filterOf, queryOf, shownFilter } from "../_components/delivery-filter";
import { DeliveryList } from "../_components/delivery-list";
import { isUnderWay } from "../_components/has-pending-deliveries";
import { WebhooksFrame } from "../_components/webhooks-frame";

type DeliveriesPageProps = { searchParams: Promise<DeliveryParams> };

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await translator("webhooks"))("deliveries.title") };
}

export default async function DeliveriesPage({ searchParams }: DeliveriesPageProps) {
  const given = await searchParams;
  const filter = shownFilter(given);
  const ctx = await currentCtx();
  if (ctx === null) return redirectToSignIn(paths.webhookDeliveries(queryOf(filter)));
  const read = await orForbidden(listDeliveries(ctx, filterOf(filter)));
  return (
    <WebhooksFrame here="deliveries">
      {read === null ? (
        <Forbidden role={ctx.actor.role} permission="manage_webhooks" />
      ) : (
        <>
          <ExportProblemNotice problem={given.export} />
          <DeliveryList read={read} filter={filter} hrefOf={paths.webhookDeliveries} />
        </>
      )}
      <RefreshWhile isOpen={isUnderWay(read)} seed={ctx.actor.userId} />
    </WebhooksFrame>
  );
}
