import type { Metadata } from "next";
import { Suspense } from "react";
import { Messages } from "@/components/i18n/messages";
import { translator } from "@/components/i18n/server";
import { RefreshWhile } from "@/components/live/refresh-while";
import { redirectToSignIn } from "@/components/navigation/server";
import { intentCanChange } from "@/components/refunds/intent-can-change";
import { Forbidden } from "@/components/states/forbidden";
import { Notice } from "@/components/ui/notice";
import { Skeleton } from "@/components/ui/skeleton";
import { PageHeader } from "@/components/ui/page-header";
import { roleAllows } from "@/lib/can";
import { paths } from "@/lib/paths";
import { orForbidden } from "@/server/dashboard/auth/authorize";
import { currentCtx } from "@/server/dashboard/context";
import { findWorkItem } from "@/server/dashboard/queues/queries/find-work-item";
import { findRefundIntentDetail } from "@/server/dashboard/refunds/queries/find-refund-intent-detail";
import { SubjectNotes } from "../../../_components/notes/subject-notes";
import { WorkPanel } from "../../../_components/work-panel";
import { EvidencePanel, ServiceEvidence } from "./_components/evidence-panel";
import { RequestCard } from "./_components/request-card";
import { ResolvePanel } from "./_components/resolve-panel";
import { TechnicalDetails } from "./_components/technical-details";

type RequestPageProps = { params: Promise<{ intentId: string }> };

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await translator("refunds"))("request.title") };
}

/** A refund by its intent: the outcome, or what is known while it is unknown. */
export default async function RefundRequestPage({ params }: RequestPageProps) {
  const intentId = decodeURIComponent((await params).intentId);
  const ctx = await currentCtx();
  if (ctx === null) return redirectToSignIn(paths.refundIntent(intentId));
  const { role, userId } = ctx.actor;
  const t = await translator("refunds");

  const view = await orForbidden(
    Promise.all([
      findRefundIntentDetail(ctx, intentId),
      findWorkItem(ctx, { kind: "refund", itemId: intentId }),
    ]).then(([found, work]) => ({ found, work })),
  );
  if (view === null) return <Forbidden role={role} permission="view_refunds" />;
  const { found: request, work } = view;
  const isUnknown = request?.intent.state === "UNKNOWN";
  return (
    <Messages areas={["refunds", "queues"]}>
      <PageHeader
        back={
          isUnknown
            ? { href: paths.refundList({ view: "attention" }), label: t("list.attention") }
            : { href: paths.refunds(), label: t("title") }
        }
        title={t(isUnknown ? "request.unknownTitle" : "request.title")}
      />
      {request === null ? (
        <Notice tone="info" title={t("request.notFoundTitle")}>
          <p>{t("request.notFoundBody")}</p>
        </Notice>
      ) : (
        <div className="on-page space-y-4">
          <div className="grid gap-x-10 gap-y-4 lg:grid-cols-[minmax(0,1fr)_27.5rem] lg:items-start">
            <RequestCard request={request} mayRefund={roleAllows(role, "refund_payment")} />
            <ResolvePanel
              intent={request.intent}
              mayResolve={roleAllows(role, "settle_refund")}
              key={request.intent.intentId}
            />
          </div>
          {isUnknown && (
            <EvidencePanel request={request}>
              <Suspense fallback={<Skeleton className="my-2.5 h-16 w-full" />}>
                <ServiceEvidence ctx={ctx} intent={request.intent} />
              </Suspense>
            </EvidencePanel>
          )}
          {work !== null && (
            <WorkPanel items={[work]} viewerId={userId} here={paths.refundIntent(intentId)} />
          )}
          <SubjectNotes ctx={ctx} subject={{ kind: "refund_intent", id: request.intent.intentId }} isFolded />
          <TechnicalDetails request={request} />
          <RefreshWhile isOpen={intentCanChange(request.intent)} seed={userId} />
        </div>
      )}
    </Messages>
  );
}
