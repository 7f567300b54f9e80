import type { Metadata } from "next";
import { redirectToSignIn } from "@/components/navigation/server";
import { Link } from "@/components/ui/link";
import { translator } from "@/components/i18n/server";
import { Forbidden } from "@/components/states/forbidden";
import { FetchFailed } from "@/components/states/fetch-failed";
import { EmptyState } from "@/components/ui/empty-state";
import { DataTable } from "@/components/ui/table";
import { EmptyValue, ForeignText } from "@/components/ui/text";
import { Age } from "@/components/ui/time";
import { paths } from "@/lib/paths";
import type { WebhookEndpoint } from "@/lib/webhooks";
import { orForbidden } from "@/server/dashboard/auth/authorize";
import { currentCtx } from "@/server/dashboard/context";
import { listWebhooks } from "@/server/dashboard/webhooks/queries/list-webhooks";
import { AddEndpoint } from "./_components/add-endpoint";
import { EndpointStatus } from "./_components/endpoint-status";
import { WebhooksFrame } from "./_components/webhooks-frame";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await translator("webhooks"))("title") };
}

export default async function WebhooksPage() {
  const ctx = await currentCtx();
  if (ctx === null) return redirectToSignIn(paths.webhooks());
  const t = await translator("webhooks");
  const read = await orForbidden(listWebhooks(ctx));
  return (
    <WebhooksFrame here="endpoints" actions={read?.kind === "found" ? <AddEndpoint /> : undefined}>
      {read === null && <Forbidden role={ctx.actor.role} permission="manage_webhooks" />}
      {read !== null && read.kind !== "found" && <FetchFailed read={read} />}
      {read?.kind === "found" && read.value.length === 0 && (
        <EmptyState title={t("none")}>{t("noneBody")}</EmptyState>
      )}
      {read?.kind === "found" && read.value.length > 0 && <Endpoints endpoints={read.value} />}
    </WebhooksFrame>
  );
}

async function Endpoints({ endpoints }: { endpoints: readonly WebhookEndpoint[] }) {
  const t = await translator("webhooks");
  return (
    <DataTable
      label={t("list")}
      rows={endpoints}
      rowKey={(endpoint) => endpoint.endpoint_id}
      columns={[
        {
          id: "endpoint",
          heading: t("endpoint"),
          cell: (endpoint) => (
            <>
              <Link
                href={paths.webhook(endpoint.endpoint_id)}
                dir="ltr"
                className="font-medium text-accent underline-offset-2 hover:underline"
              >
                {endpoint.url}
              </Link>
              {endpoint.description !== "" && (
                <p className="text-ink-muted">
                  <ForeignText>{endpoint.description}</ForeignText>
                </p>
              )}
            </>
          ),
        },
        {
          id: "status",
          heading: t("status"),
          width: "8rem",
          cell: (endpoint) => <EndpointStatus endpoint={endpoint} />,
        },
        {
          id: "events",
          heading: t("events"),
          width: "7rem",
          hideBelow: "md",
          cell: (endpoint) => t("eventsCount", { count: endpoint.events.length }),
        },
        {
          id: "success",
          heading: t("lastSuccess"),
          width: "9rem",
          hideBelow: "sm",
          cell: (endpoint) =>
            endpoint.last_success_at === null ? (
              <EmptyValue>{t("never")}</EmptyValue>
            ) : (
              <Age iso={endpoint.last_success_at} />
            ),
        },
      ]}
    />
  );
}
