import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { Messages } from "@/components/i18n/messages";
import { translator } from "@/components/i18n/server";
import { RefreshWhile } from "@/components/live/refresh-while";
import { redirectToSignIn } from "@/components/navigation/server";
import { RequestBadge } from "@/components/requests/request-badge";
import { Forbidden } from "@/components/states/forbidden";
import { PageHeader } from "@/components/ui/page-header";
import { roleAllows } from "@/lib/can";
import { displayAmount } from "@/lib/money";
import { paths } from "@/lib/paths";
import type { RequestRow } from "@/lib/requests/request-views";
import { orForbidden } from "@/server/dashboard/auth/authorize";
import { currentCtx } from "@/server/dashboard/context";
import { findWorkItem } from "@/server/dashboard/queues/queries/find-work-item";
import { doRequestsReserve } from "@/server/dashboard/requests/queries/do-requests-reserve";
import { findRequest } from "@/server/dashboard/requests/queries/find-request";
import { WorkPanel } from "../../_components/work-panel";
import { RequestActions } from "./_components/request-actions";
import { RequestFacts } from "./_components/request-facts";
import { RequestThread } from "./_components/request-thread";

type RequestPageProps = { params: Promise<{ requestId: string }> };

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await translator("requests"))("one") };
}

/** One request: what is requested, what was said about it, and what the viewer can do. */
export default async function RequestPage({ params }: RequestPageProps) {
  const { requestId } = await params;
  const ctx = await currentCtx();
  if (ctx === null) return redirectToSignIn(paths.request(requestId));
  const t = await translator("requests");
  const { role, userId } = ctx.actor;
  const view = await orForbidden(
    Promise.all([
      findRequest(ctx, requestId),
      doRequestsReserve(ctx),
      findWorkItem(ctx, { kind: "request", itemId: requestId }),
    ]).then(([found, doReserve, work]) => ({ found, doReserve, work })),
  );
  if (view === null) return <Forbidden role={role} permission="view_refunds" />;
  if (view.found === null) notFound();
  const { doReserve, work } = view;
  const { request, events } = view.found;
  const isEnded = request.state === "DECLINED" || request.state === "WITHDRAWN";
  const isSettled = isEnded || request.refund?.status === "refunded";
  return (
    <>
      <PageHeader
        back={{ href: paths.requests(), label: t("title") }}
        title={<bdi>{t("detail.title", { amount: displayAmount(request.amount, request.currency) })}</bdi>}
        about={t(`meaning.${meaningOf(request, doReserve)}`)}
        actions={<RequestBadge request={request} />}
      />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid gap-4">
          <RequestFacts request={request} />
        </div>
        <div className="grid gap-4">
          <RequestActions request={request} mayDecide={roleAllows(role, "refund_payment")} />
          {work !== null && (
            <Messages areas={["queues"]}>
              <WorkPanel items={[work]} viewerId={userId} here={paths.request(requestId)} />
            </Messages>
          )}
          <RequestThread events={events} currency={request.currency} />
        </div>
      </div>
      <RefreshWhile isOpen={!isSettled} seed={userId} />
    </>
  );
}

function meaningOf({ state, refund }: RequestRow, doReserve: boolean) {
  switch (state) {
    case "OPEN":
      return doReserve ? "OPEN_RESERVED" : "OPEN";
    case "DECLINED":
    case "WITHDRAWN":
      return refund === null ? state : (`${state}_LATE` as const);
    case "QUESTION":
    case "ACCEPTED":
      return state;
  }
}
