import type { Metadata } from "next";
import { Messages } from "@/components/i18n/messages";
import { translator } from "@/components/i18n/server";
import { RefreshWhile } from "@/components/live/refresh-while";
import { redirectToSignIn } from "@/components/navigation/server";
import { Forbidden } from "@/components/states/forbidden";
import { FetchFailed } from "@/components/states/fetch-failed";
import { KeepTimeZone } from "@/components/time-zone/keep-time-zone";
import { currentTimeZone } from "@/components/time-zone/server";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { roleAllows } from "@/lib/can";
import { paths } from "@/lib/paths";
import { orForbidden } from "@/server/dashboard/auth/authorize";
import { currentCtx } from "@/server/dashboard/context";
import { listGatewayAccounts } from "@/server/dashboard/gateways/queries/list-gateway-accounts";
import { listGateways } from "@/server/dashboard/gateways/queries/list-gateways";
import { readDeclines } from "@/server/dashboard/gateways/queries/read-declines";
import { readDeclineRange } from "@/server/dashboard/gateways/domain/decline-view";
import { DeclinePanel } from "./_components/decline-panel";
import { GatewayPanel } from "./_components/gateway-panel";
import { OwnAccounts } from "./_components/own-accounts";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await translator("gateways"))("title") };
}

type GatewaysPageProps = { searchParams: Promise<{ declines?: string | string[] }> };

export default async function GatewaysPage({ searchParams }: GatewaysPageProps) {
  const { declines: given } = await searchParams;
  const range = readDeclineRange([given ?? []].flat()[0]);
  const ctx = await currentCtx();
  if (ctx === null) return redirectToSignIn(paths.gateways({ declines: range }));
  const [t, zone] = await Promise.all([translator("gateways"), currentTimeZone()]);
  const mayManageKeys = roleAllows(ctx.actor.role, "manage_keys");
  const [read, declines, accounts] = await Promise.all([
    orForbidden(listGateways(ctx)),
    orForbidden(readDeclines(ctx, range, zone)),
    mayManageKeys ? orForbidden(listGatewayAccounts(ctx)) : null,
  ]);
  return (
    <Messages areas={["gateways", "actions"]}>
      <PageHeader title={t("title")} about={t("about")} />
      {read === null && <Forbidden role={ctx.actor.role} permission="manage_gateways" />}
      {read !== null && read.kind !== "found" && <FetchFailed read={read} />}
      {read?.kind === "found" && (
        <div className="space-y-4">
          {read.value.gateways.map((gateway) => (
            <GatewayPanel key={gateway.name} gateway={gateway} recentPayments={read.value.recent_payments} />
          ))}
          <KeepTimeZone used={zone} />
          <DeclinePanel
            read={declines}
            range={range}
            mayListPayments={roleAllows(ctx.actor.role, "view_payments")}
          />
          {read.value.gateways.length === 0 && <EmptyState title={t("none")}>{t("noneBody")}</EmptyState>}
        </div>
      )}
      {read?.kind === "found" && accounts !== null && <OwnAccounts read={accounts} />}
      <RefreshWhile isOpen={read !== null && read.kind !== "not_offered"} seed={ctx.actor.userId} />
    </Messages>
  );
}
