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
import { Tabs } from "@/components/ui/tabs";
import { roleAllows } from "@/lib/can";
import type { OpsResult } from "@/lib/contract/ops";
import type { RateView } from "@/lib/gateways/rate-view";
import type { OpsRead } from "@/lib/ops-outcomes";
import { orForbidden } from "@/server/dashboard/auth/authorize";
import { type Ctx, currentCtx } from "@/server/dashboard/context";
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
import { GatewayList } from "./_components/gateway-list";
import { GatewayPanel } from "./_components/gateway-panel";
import {
  GATEWAY_TABS,
  type GatewaysAddress,
  gatewaysHref,
  type GatewayTab,
} from "./_components/gateways-address";
import { OwnAccounts } from "./_components/own-accounts";
import { RatePanel } from "./_components/rate-panel";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await translator("gateways"))("title") };
}

type Field = "tab" | "declines" | "rates" | "method" | "amount" | "currency" | "scheme" | "bank";
type GatewaysQuery = Partial<Record<Field, string | string[]>>;
type GatewaysPageProps = { searchParams: Promise<GatewaysQuery> };

function readAddress(query: GatewaysQuery, tabs: readonly GatewayTab[]): GatewaysAddress {
  const first = (name: keyof GatewaysQuery): string | undefined => [query[name] ?? []].flat()[0];
  return {
    tab: tabs.find((tab) => tab === first("tab")) ?? "performance",
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

const ANY = readRateSegment({});

export default async function GatewaysPage({ searchParams }: GatewaysPageProps) {
  const query = await searchParams;
  const ctx = await currentCtx();
  if (ctx === null) return redirectToSignIn(gatewaysHref(readAddress(query, GATEWAY_TABS)));
  const mayManageKeys = roleAllows(ctx.actor.role, "manage_keys");
  const tabs = GATEWAY_TABS.filter((tab) => tab !== "accounts" || mayManageKeys);
  const address = readAddress(query, tabs);
  const [t, zone] = await Promise.all([translator("gateways"), currentTimeZone()]);
  const [read, rates, requests] = await Promise.all([
    orForbidden(listGateways(ctx)),
    orForbidden(readRates(ctx, { range: address.rates, segment: ANY }, zone)),
    mayManageKeys ? orForbidden(listAccountRequests(ctx)) : null,
  ]);
  const waiting = requests?.requests.length ?? 0;
  return (
    <Messages areas={["gateways", "actions"]}>
      <KeepTimeZone used={zone} />
      <PageHeader title={t("title")} about={t("about")} />
      {read === null && <Forbidden role={ctx.actor.role} permission="view_gateways" />}
      {read !== null && read.kind !== "found" && <FetchFailed read={read} />}
      {read?.kind === "found" && read.value.gateways.length === 0 && (
        <EmptyState title={t("none")}>{t("noneBody")}</EmptyState>
      )}
      {read?.kind === "found" && (
        <>
          {read.value.gateways.length > 0 && (
            <GatewayList
              gateways={read.value.gateways}
              rates={rates?.kind === "found" ? rates.value : null}
              address={address}
              mayManage={roleAllows(ctx.actor.role, "manage_gateways")}
            />
          )}
          <div className="mt-4">
            <Tabs
              label={t("tabs")}
              tabs={tabs.map((tab) => ({
                href: gatewaysHref({ ...address, tab }),
                label: t(`tab.${tab}`),
                count: tab === "accounts" ? waiting : 0,
                isHere: tab === address.tab,
              }))}
            />
          </div>
          <GatewayTabContent
            ctx={ctx}
            listed={read.value}
            rates={rates}
            address={address}
            zone={zone}
            requests={requests}
          />
        </>
      )}
      <RefreshWhile isOpen={read !== null && read.kind !== "not_offered"} seed={ctx.actor.userId} />
    </Messages>
  );
}

type TabContentProps = {
  ctx: Ctx;
  listed: OpsResult<"gateways.list">;
  /** Of payments of every kind. */
  rates: OpsRead<RateView> | null;
  address: GatewaysAddress;
  zone: string;
  requests: Awaited<ReturnType<typeof listAccountRequests>> | null;
};

/** Only what is shown is read. */
async function GatewayTabContent({ ctx, listed, rates, address, zone, requests }: TabContentProps) {
  const mayListPayments = roleAllows(ctx.actor.role, "view_payments");
  switch (address.tab) {
    case "performance": {
      const isAny = Object.values(address.segment).every((value) => value === null);
      const [read, kinds] = await Promise.all([
        isAny ? rates : orForbidden(readRates(ctx, { range: address.rates, segment: address.segment }, zone)),
        orForbidden(readRateKinds(ctx, address.rates, zone)),
      ]);
      return <RatePanel {...{ read, kinds, address, zone, mayListPayments }} />;
    }
    case "declines": {
      const read = await orForbidden(readDeclines(ctx, address.declines, zone));
      return <DeclinePanel read={read} address={address} mayListPayments={mayListPayments} />;
    }
    case "fees": {
      const read = await orForbidden(listFees(ctx));
      const mayManage = roleAllows(ctx.actor.role, "manage_gateways");
      return read === null ? null : <FeesPanel read={read} mayManage={mayManage} />;
    }
    case "details":
      return (
        <div className="grid gap-4">
          {listed.gateways.map((gateway) => (
            <div key={gateway.name} id={gateway.name} className="scroll-mt-20">
              <GatewayPanel gateway={gateway} recentPayments={listed.recent_payments} />
            </div>
          ))}
        </div>
      );
    case "accounts": {
      const read = await orForbidden(listGatewayAccounts(ctx));
      return read === null || requests === null ? null : <OwnAccounts read={read} requests={requests} />;
    }
  }
}
