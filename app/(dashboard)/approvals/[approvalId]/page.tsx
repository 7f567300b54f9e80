import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { type ReactNode, Suspense } from "react";
import { RunFile } from "@/components/bulk/run-name";
import { runTitle } from "@/components/bulk/run-title";
import { Messages } from "@/components/i18n/messages";
import { translator } from "@/components/i18n/server";
import { RefreshWhile } from "@/components/live/refresh-while";
import { redirectToSignIn } from "@/components/navigation/server";
import { intentCanChange } from "@/components/refunds/intent-can-change";
import { Forbidden } from "@/components/states/forbidden";
import { cx } from "@/components/ui/cx";
import { PageHeader } from "@/components/ui/page-header";
import { roleAllows } from "@/lib/can";
import type { ApprovalView } from "@/lib/approvals/approval-views";
import { displayAmount } from "@/lib/money";
import { paths } from "@/lib/paths";
import { orForbidden } from "@/server/dashboard/auth/authorize";
import { currentCtx } from "@/server/dashboard/context";
import { findApproval } from "@/server/dashboard/approvals/queries/find-approval";
import { reviewBulkRun } from "@/server/dashboard/bulk/queries/review-bulk-run";
import { FromBackupNotice } from "@/app/(dashboard)/_components/from-backup-notice";
import { SubjectNotes } from "@/app/(dashboard)/_components/notes/subject-notes";
import { ApprovalBadge } from "../_components/approval-badge";
import { ApprovalFacts } from "./_components/approval-facts";
import { ApprovalEnding } from "./_components/approval-ending";
import { BulkReviewPanels } from "./_components/bulk-review";
import { BalanceSkeleton, PaymentBalance } from "./_components/payment-balance";
import { DecisionPanel } from "./_components/decision-panel";
import { ReviewRowsSection } from "./_components/review-rows-section";

type ApprovalPageProps = {
  params: Promise<{ approvalId: string }>;
  searchParams: Promise<Partial<Record<"rows" | "after", string | string[]>>>;
};

/** That of a bulk run names the run. */
export async function generateMetadata({ params }: ApprovalPageProps): Promise<Metadata> {
  const [{ approvalId }, ctx, t] = await Promise.all([params, currentCtx(), translator("approvals")]);
  const found =
    ctx === null || !roleAllows(ctx.actor.role, "view_refunds") ? null : await findApproval(ctx, approvalId);
  const subject = found?.approval.subject;
  return { title: subject?.kind === "bulk" ? await runTitle(subject.run) : t("title") };
}

/** One request: what was requested, the payment's remaining balance, the decision or how it ended. */
export default async function ApprovalPage({ params, searchParams }: ApprovalPageProps) {
  const [{ approvalId }, { rows, after: given }] = await Promise.all([params, searchParams]);
  const isAll = rows === "all";
  const after = typeof given === "string" ? given : "0";
  const ctx = await currentCtx();
  if (ctx === null) return redirectToSignIn(paths.approval(approvalId));
  const t = await translator("approvals");
  const { role, userId } = ctx.actor;

  const view = await orForbidden(findApproval(ctx, approvalId).then((found) => ({ found })));
  if (view === null) return <Forbidden role={role} permission="view_refunds" />;
  if (view.found === null) notFound();
  const { approval, refund } = view.found;
  const review =
    approval.subject.kind === "bulk" ? await reviewBulkRun(ctx, { approvalId, isAll, after }) : null;
  const mayDecide = roleAllows(role, "approve_refund");
  const isWaiting = approval.state === "WAITING";
  return (
    <Messages areas={review === null ? [] : ["bulk"]}>
      <PageHeader
        back={{ href: paths.approvals(), label: t("title") }}
        title={titleOf(approval, t)}
        about={t(`meaning.${approval.state}`)}
        actions={<ApprovalBadge state={approval.state} />}
      />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid gap-4">
          {isWaiting && <FromBackupNotice ctx={ctx} createdAt={approval.requestedAt} />}
          <ApprovalFacts approval={approval} review={review} />
          {!isWaiting && <ApprovalEnding approval={approval} refund={refund} />}
          {review !== null && <BulkReviewPanels review={review} />}
          <SubjectNotes ctx={ctx} subject={{ kind: "approval", id: approvalId }} />
        </div>
        <div className={cx("grid gap-4", review !== null && "lg:sticky lg:top-4")}>
          {/* The buttons come with the balance, which would move them when it arrives. */}
          <Suspense fallback={<BalanceSkeleton />}>
            {isWaiting && mayDecide && approval.subject.kind === "refund" && (
              <PaymentBalance
                ctx={ctx}
                subject={approval.subject}
                currency={approval.totals[0]?.currency ?? ""}
              />
            )}
            <DecisionPanel approval={approval} mayDecide={mayDecide} />
          </Suspense>
        </div>
      </div>
      {review !== null && (
        <ReviewRowsSection
          approvalId={approvalId}
          review={review}
          isAll={isAll}
          isLater={isAll && after !== "0"}
          isDecided={!isWaiting}
          hasMixedRows={approval.testRows > 0 && approval.testRows < approval.rowCount}
        />
      )}
      <RefreshWhile isOpen={isWaiting || (refund !== null && intentCanChange(refund))} seed={userId} />
    </Messages>
  );
}

type Translate = Awaited<ReturnType<typeof translator<"approvals">>>;

function titleOf({ subject, totals }: ApprovalView, t: Translate): ReactNode {
  if (subject.kind === "bulk") {
    return t.rich("detail.bulkTitle", { name: () => <RunFile run={subject.run} /> });
  }
  const amount = totals.map((total) => displayAmount(total.amount, total.currency)).join(", ");
  return <bdi>{t("detail.refundTitle", { amount })}</bdi>;
}
