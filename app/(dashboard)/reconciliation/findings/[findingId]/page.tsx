import type { Metadata } from "next";
import { Messages } from "@/components/i18n/messages";
import { translator } from "@/components/i18n/server";
import { RefreshWhile } from "@/components/live/refresh-while";
import { redirectToSignIn } from "@/components/navigation/server";
import { FetchFailed } from "@/components/states/fetch-failed";
import { Forbidden } from "@/components/states/forbidden";
import { PageHeader } from "@/components/ui/page-header";
import { roleAllows } from "@/lib/can";
import { paths } from "@/lib/paths";
import { orForbidden } from "@/server/dashboard/auth/authorize";
import { currentCtx } from "@/server/dashboard/context";
import { findWorkItem } from "@/server/dashboard/queues/queries/find-work-item";
import { findFinding } from "@/server/dashboard/reconciliation/queries/find-finding";
import { WorkPanel } from "../../../_components/work-panel";
import { FindingStatus } from "../../_components/finding-status";
import { FindingFacts } from "./_components/finding-facts";
import { RepairPanel } from "./_components/repair-panel";
import { SettlePanel } from "./_components/settle-panel";
import { SideBySide } from "./_components/side-by-side";

type FindingPageProps = { params: Promise<{ findingId: string }> };

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await translator("reconciliation"))("finding.title") };
}

/** One finding: the record here and at its gateway, and what can be done about it. */
export default async function FindingPage({ params }: FindingPageProps) {
  const { findingId } = await params;
  const ctx = await currentCtx();
  if (ctx === null) return redirectToSignIn(paths.finding(findingId));
  const { role, userId } = ctx.actor;
  const t = await translator("reconciliation");
  const [read, work] = await Promise.all([
    orForbidden(findFinding(ctx, findingId)),
    findWorkItem(ctx, { kind: "finding", itemId: findingId }),
  ]);
  if (read === null) return <Forbidden role={role} permission="view_reconciliation" />;
  const back = { href: paths.reconciliation({ view: "open" }), label: t("tabs.open") };
  if (read.kind !== "found") {
    return (
      <>
        <PageHeader back={back} title={t("finding.title")} />
        <FetchFailed read={read} />
      </>
    );
  }
  const { finding, settlements } = read.value;
  const mayRepair = roleAllows(role, "repair_reconciliation");
  return (
    <>
      <PageHeader
        back={back}
        title={t(`problem.${finding.problem}`)}
        about={t(`advice.${finding.problem}`)}
        actions={<FindingStatus finding={finding} />}
      />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid gap-4">
          <SideBySide finding={finding} />
          <FindingFacts finding={finding} />
        </div>
        <div className="grid gap-4">
          {work !== null && (
            <Messages areas={["queues"]}>
              <WorkPanel items={[work]} viewerId={userId} here={paths.finding(findingId)} />
            </Messages>
          )}
          <RepairPanel finding={finding} mayRepair={mayRepair} />
          <SettlePanel finding={finding} settlements={settlements} maySettle={mayRepair} />
        </div>
      </div>
      <RefreshWhile isOpen={finding.state === "open"} seed={userId} />
    </>
  );
}
