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
import { orForbidden } from "@/server/dashboard/auth/authorize";
import { currentCtx } from "@/server/dashboard/context";
import { listAccountRequests } from "@/server/dashboard/gateways/queries/list-account-requests";
import { listGatewayAccounts } from "@/server/dashboard/gateways/queries/list-gateway-accounts";
import { listFees } from "@/server/dashboard/gateways/queries/list-fees";
import { listGateways } from "@/server/dashboard/gateways/queries/list-gateways";
import { readDeclines } from "@/server/dashboard/gateways/queries/read-declines";
import { readDeclineRange } from "@/server/dashboard/gateways/domain/decline-view";
import { readRateRange, readRateSegment } from "@/server/dashboard/gateways/domain/rate-view";
import { readRateKinds, readRates } from "@/server/dashboard/gateways/queries/read-rates";
import { DeclinePanel } from "./_components/decline-panel";
import { FeesPanel } from "./_components/fees-panel";
import { GatewayPanel } from "./_components/gateway-panel";
import { type GatewaysAddress, gatewaysHref } from "./_components/gateways-address";
import { OwnAccounts } from "./_components/own-accounts";
import { RatePanel } from "./_components/rate-panel";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await translator("gateways"))("title") };
}

type GatewaysQuery = Partial<
  Record<"declines" | "rates" | "method" | "amount" | "currency" | "scheme" | "bank", string | string[]>
>;
type GatewaysPageProps = { searchParams: Promise<GatewaysQuery> };

function readAddress(query: GatewaysQuery): GatewaysAddress {
  const first = (name: keyof GatewaysQuery): string | undefined => [query[name] ?? []].flat()[0];
  return {
    declines: readDeclineRange(first("declines")),
    rates: readRateRange(first("rates")),
    segment: readRateSegment({
      method: first("method"),
      amount: first("amount"),
      currency: first("currency"),
      scheme: first("scheme"),
      bank: first("bank"),
    }),
  };
}

export default async function GatewaysPage({ searchParams }: GatewaysPageProps) {
  const address = readAddress(await searchParams);
  const ctx = await currentCtx();
  if (ctx === null) return redirectToSignIn(gatewaysHref(address));
  const [t, zone] = await Promise.all([translator("gateways"), currentTimeZone()]);
  const mayListPayments = roleAllows(ctx.actor.role, "view_payments");
  const mayManage = roleAllows(ctx.actor.role, "manage_gateways");
  const mayManageKeys = roleAllows(ctx.actor.role, "manage_keys");
  const [read, rates, kinds, declines, accounts, fees, requests] = await Promise.all([
    orForbidden(listGateways(ctx)),
    orForbidden(readRates(ctx, { range: address.rates, segment: address.segment }, zone)),
    orForbidden(readRateKinds(ctx, address.rates, zone)),
    orForbidden(readDeclines(ctx, address.declines, zone)),
    mayManageKeys ? orForbidden(listGatewayAccounts(ctx)) : null,
    orForbidden(listFees(ctx)),
    mayManageKeys ? orForbidden(listAccountRequests(ctx)) : null,
  ]);
  return (
    <Messages areas={["gateways", "actions"]}>
      <PageHeader title={t("title")} about={t("about")} />
      {read === null && <Forbidden role={ctx.actor.role} permission="view_gateways" />}
      {read !== null && read.kind !== "found" && <FetchFailed read={read} />}
      {read?.kind === "found" && (
        <div className="space-y-4">
          {read.value.gateways.map((gateway) => (
            <GatewayPanel
              key={gateway.name}
              gateway={gateway}
              recentPayments={read.value.recent_payments}
              mayManage={mayManage}
            />
          ))}
          <KeepTimeZone used={zone} />
          <RatePanel
            read={rates}
            kinds={kinds}
            address={address}
            zone={zone}
            mayListPayments={mayListPayments}
          />
          <DeclinePanel read={declines} address={address} mayListPayments={mayListPayments} />
          {fees !== null && <FeesPanel read={fees} mayManage={mayManage} />}
          {read.value.gateways.length === 0 && <EmptyState title={t("none")}>{t("noneBody")}</EmptyState>}
        </div>
      )}
      {read?.kind === "found" && accounts !== null && requests !== null && (
        <OwnAccounts read={accounts} requests={requests} />
      )}
      <RefreshWhile isOpen={read !== null && read.kind !== "not_offered"} seed={ctx.actor.userId} />
    </Messages>
  );
}
