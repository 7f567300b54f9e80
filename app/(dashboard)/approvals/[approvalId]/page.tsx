import type { Metadata } from "next";
import { notFound, redirect } from "next/navigation";
import { Suspense } from "react";
import { translator } from "@/components/i18n/server";
import { RefreshWhile } from "@/components/live/refresh-while";
import { intentCanChange } from "@/components/refunds/intent-can-change";
import { Forbidden } from "@/components/states/forbidden";
import { PageHeader } from "@/components/ui/page-header";
import { roleAllows } from "@/lib/can";
import type { ApprovalView } from "@/lib/approvals/approval-views";
import { displayAmount } from "@/lib/money";
import { paths } from "@/lib/paths";
import { orForbidden } from "@/server/dashboard/auth/authorize";
import { currentCtx } from "@/server/dashboard/context";
import { findApproval } from "@/server/dashboard/approvals/queries/find-approval";
import { FromBackupNotice } from "@/app/(dashboard)/_components/from-backup-notice";
import { ApprovalBadge } from "../_components/approval-badge";
import { ApprovalFacts } from "./_components/approval-facts";
import { ApprovalEnding } from "./_components/approval-ending";
import { BalanceSkeleton, PaymentBalance } from "./_components/payment-balance";
import { DecisionPanel } from "./_components/decision-panel";

type ApprovalPageProps = { params: Promise<{ approvalId: string }> };

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await translator("approvals"))("title") };
}

/** One request: what was requested, the payment's remaining balance, the decision or how it ended. */
export default async function ApprovalPage({ params }: ApprovalPageProps) {
  const { approvalId } = await params;
  const ctx = await currentCtx();
  if (ctx === null) redirect(paths.login(paths.approval(approvalId)));
  const t = await translator("approvals");
  const { role, userId } = ctx.actor;

  const view = await orForbidden(findApproval(ctx, approvalId).then((found) => ({ found })));
  if (view === null) return <Forbidden role={role} permission="view_refunds" />;
  if (view.found === null) notFound();
  const { approval, refund } = view.found;
  const mayDecide = roleAllows(role, "approve_refund");
  const isWaiting = approval.state === "WAITING";
  return (
    <>
      <PageHeader
        back={{ href: paths.approvals(), label: t("title") }}
        title={<bdi>{titleOf(approval, t)}</bdi>}
        about={t(`meaning.${approval.state}`)}
        actions={<ApprovalBadge state={approval.state} />}
      />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid gap-4">
          {isWaiting && <FromBackupNotice ctx={ctx} createdAt={approval.requestedAt} />}
          <ApprovalFacts approval={approval} />
          {!isWaiting && <ApprovalEnding approval={approval} refund={refund} />}
        </div>
        <div className="grid gap-4">
          {isWaiting && mayDecide && approval.subject.kind === "refund" && (
            <Suspense fallback={<BalanceSkeleton />}>
              <PaymentBalance
                ctx={ctx}
                subject={approval.subject}
                currency={approval.totals[0]?.currency ?? ""}
              />
            </Suspense>
          )}
          <DecisionPanel approval={approval} mayDecide={mayDecide} />
        </div>
      </div>
      <RefreshWhile isOpen={isWaiting || (refund !== null && intentCanChange(refund))} seed={userId} />
    </>
  );
}

type Translate = Awaited<ReturnType<typeof translator<"approvals">>>;

function titleOf({ subject, totals }: ApprovalView, t: Translate): string {
  if (subject.kind === "bulk") return t("detail.bulkTitle", { name: subject.runName });
  const amount = totals.map((total) => displayAmount(total.amount, total.currency)).join(", ");
  return t("detail.refundTitle", { amount });
}
