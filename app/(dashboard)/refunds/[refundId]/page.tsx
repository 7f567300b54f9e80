import type { Metadata } from "next";
import { Messages } from "@/components/i18n/messages";
import { RefreshWhile } from "@/components/live/refresh-while";
import { ServerData } from "@/components/live/server-data";
import { redirectToSignIn } from "@/components/navigation/server";
import { roleAllows } from "@/lib/can";
import { Forbidden } from "@/components/states/forbidden";
import { paths } from "@/lib/paths";
import { authorize } from "@/server/dashboard/auth/authorize";
import { currentCtx } from "@/server/dashboard/context";
import { workOfRefund } from "@/server/dashboard/queues/queries/work-of-refund";
import { findRefund } from "@/server/dashboard/refunds/queries/find-refund";
import { SubjectNotes } from "@/app/(dashboard)/_components/notes/subject-notes";
import { WorkPanel } from "../../_components/work-panel";
import { refundQueryKey } from "./_components/refund-key";
import { RefundScreen } from "./_components/refund-screen";

type RefundPageProps = { params: Promise<{ refundId: string }> };

export async function generateMetadata({ params }: RefundPageProps): Promise<Metadata> {
  return { title: await refundIdOf(params) };
}

/** Reads the refund for the first paint and passes it to the browser, which polls. */
export default async function RefundPage({ params }: RefundPageProps) {
  const refundId = await refundIdOf(params);
  const ctx = await currentCtx();
  if (ctx === null) return redirectToSignIn(paths.refund(refundId));
  if (!(await authorize(ctx, "view_refunds", { kind: "refund", id: refundId })))
    return <Forbidden role={ctx.actor.role} permission="view_refunds" />;

  const { userId, role } = ctx.actor;
  const [view, work] = await Promise.all([findRefund(ctx, refundId), workOfRefund(ctx, refundId)]);
  return (
    <ServerData queryKey={refundQueryKey(refundId)} view={view}>
      <Messages areas={["refunds"]}>
        <RefundScreen
          refundId={refundId}
          mayRefund={roleAllows(role, "refund_payment")}
          mayViewAudit={roleAllows(role, "view_audit")}
        />
        {work.length > 0 && (
          <div className="mt-4">
            <Messages areas={["queues"]}>
              <WorkPanel items={work} viewerId={userId} here={paths.refund(refundId)} />
            </Messages>
            <RefreshWhile isOpen seed={userId} />
          </div>
        )}
        {view.kind !== "not_found" && (
          <div className="mt-4">
            <SubjectNotes ctx={ctx} subject={{ kind: "refund", id: refundId }} />
          </div>
        )}
      </Messages>
    </ServerData>
  );
}

/** Params arrive encoded, as in the address; `http/front.ts` refuses an address that cannot be decoded. */
async function refundIdOf(params: RefundPageProps["params"]): Promise<string> {
  return decodeURIComponent((await params).refundId);
}
