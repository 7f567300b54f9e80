import type { Metadata } from "next";
import { redirectToSignIn } from "@/components/navigation/server";
import { Link } from "@/components/ui/link";
import { translator } from "@/components/i18n/server";
import { RefreshWhile } from "@/components/live/refresh-while";
import { Forbidden } from "@/components/states/forbidden";
import { FetchFailed } from "@/components/states/fetch-failed";
import { CopyableId } from "@/components/ui/copyable-id";
import { Fact, Facts } from "@/components/ui/facts";
import { Panel } from "@/components/ui/panel";
import { EmptyValue, ForeignText } from "@/components/ui/text";
import { Time } from "@/components/ui/time";
import { BackLink } from "@/components/ui/page-header";
import { paths } from "@/lib/paths";
import { orForbidden } from "@/server/dashboard/auth/authorize";
import { currentCtx } from "@/server/dashboard/context";
import { type DeliveryView, findDelivery } from "@/server/dashboard/webhooks/queries/find-delivery";
import { DeliveryStatus } from "../../_components/delivery-status";
import { EndpointLink } from "../../_components/endpoint-link";
import { NextAttempt } from "../../_components/next-attempt";
import { WebhooksFrame } from "../../_components/webhooks-frame";
import { Attempt, CodeBlock, pretty } from "./_components/attempt";
import { ReplayDelivery } from "./_components/replay-delivery";

type DeliveryPageProps = { params: Promise<{ deliveryId: string }> };

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await translator("webhooks"))("delivery.title") };
}

export default async function DeliveryPage({ params }: DeliveryPageProps) {
  const deliveryId = decodeURIComponent((await params).deliveryId);
  const ctx = await currentCtx();
  if (ctx === null) return redirectToSignIn(paths.webhookDelivery(deliveryId));
  const t = await translator("webhooks");
  const read = await orForbidden(findDelivery(ctx, deliveryId));
  return (
    <WebhooksFrame here={null}>
      <BackLink href={paths.webhookDeliveries()} label={t("delivery.back")} />
      {read === null && <Forbidden role={ctx.actor.role} permission="manage_webhooks" />}
      {read !== null && read.kind !== "found" && <FetchFailed read={read} />}
      {read?.kind === "found" && <Delivery delivery={read.value} />}
      <RefreshWhile
        isOpen={read?.kind === "service_error" || (read?.kind === "found" && read.value.status === "WAITING")}
        seed={ctx.actor.userId}
      />
    </WebhooksFrame>
  );
}

async function Delivery({ delivery }: { delivery: DeliveryView }) {
  const [t, common] = await Promise.all([translator("webhooks"), translator("common")]);
  const reference = delivery.merchant_transaction_id;
  const { state, endpoint, nextAttemptAt, isQueued } = delivery.progress;
  return (
    <div className="space-y-4">
      <Panel
        title={<span className="font-mono">{delivery.event}</span>}
        aside={<DeliveryStatus state={state} />}
      >
        <p className="mb-3 max-w-prose text-sm text-ink-muted">
          {t(`deliveries.meaning.${state}`)}
          {isQueued && ` ${t("delivery.queued")}`}
        </p>
        <Facts>
          <Fact name={t("delivery.id")}>
            <CopyableId id={delivery.delivery_id} what={t("delivery.id")} />
          </Fact>
          <Fact name={t("deliveries.when")}>
            <Time iso={delivery.occurred_at} />
          </Fact>
          {reference !== null && (
            <Fact name={common("reference")}>
              <Link
                href={paths.paymentOf(reference, delivery.transaction_id)}
                className="text-accent underline-offset-2 hover:underline"
              >
                <ForeignText>{reference}</ForeignText>
              </Link>
            </Fact>
          )}
          {nextAttemptAt !== null && (
            <Fact name={t("delivery.next")}>
              <NextAttempt at={nextAttemptAt} />
            </Fact>
          )}
          {delivery.completed_at !== null && (
            <Fact name={t("delivery.done")}>
              <Time iso={delivery.completed_at} />
            </Fact>
          )}
          <Fact name={t("delivery.endpoint")}>
            <EndpointLink endpoint={endpoint} />
          </Fact>
        </Facts>
        <ReplayDelivery deliveryId={delivery.delivery_id} />
      </Panel>
      <Panel title={t("delivery.attemptsTitle")}>
        {delivery.attempt_log.length === 0 && <EmptyValue>{t("delivery.noAttempts")}</EmptyValue>}
        <ol className="divide-y divide-line">
          {delivery.attempt_log.map((attempt) => (
            <Attempt key={attempt.number} attempt={attempt} />
          ))}
        </ol>
      </Panel>
      <Panel title={t("delivery.body")}>
        <CodeBlock label={t("delivery.body")} text={pretty(delivery.body)} />
      </Panel>
    </div>
  );
}
