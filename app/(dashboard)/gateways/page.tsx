import type { Metadata } from "next";
import { Messages } from "@/components/i18n/messages";
import { translator } from "@/components/i18n/server";
import { RefreshWhile } from "@/components/live/refresh-while";
import { redirectToSignIn } from "@/components/navigation/server";
import { Forbidden } from "@/components/states/forbidden";
import { FetchFailed } from "@/components/states/fetch-failed";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { paths } from "@/lib/paths";
import { orForbidden } from "@/server/dashboard/auth/authorize";
import { currentCtx } from "@/server/dashboard/context";
import { listGateways } from "@/server/dashboard/gateways/queries/list-gateways";
import { GatewayPanel } from "./_components/gateway-panel";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await translator("gateways"))("title") };
}

export default async function GatewaysPage() {
  const ctx = await currentCtx();
  if (ctx === null) return redirectToSignIn(paths.gateways());
  const t = await translator("gateways");
  const read = await orForbidden(listGateways(ctx));
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
          {read.value.gateways.length === 0 && <EmptyState title={t("none")}>{t("noneBody")}</EmptyState>}
        </div>
      )}
      <RefreshWhile isOpen={read !== null && read.kind !== "not_offered"} seed={ctx.actor.userId} />
    </Messages>
  );
}
