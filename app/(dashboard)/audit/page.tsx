import type { Metadata } from "next";
import { Messages } from "@/components/i18n/messages";
import { translator } from "@/components/i18n/server";
import { redirectToSignIn } from "@/components/navigation/server";
import { ExportProblemNotice } from "@/components/states/export-problem-notice";
import { Forbidden } from "@/components/states/forbidden";
import { EmptyState } from "@/components/ui/empty-state";
import { ExportMenu } from "@/components/lists/export-menu";
import { PageHeader } from "@/components/ui/page-header";
import { Pager } from "@/components/ui/pager";
import { ToolBar, ToolBarSpace } from "@/components/ui/tool-bar";
import type { AuditFilter } from "@/lib/audit";
import { paths } from "@/lib/paths";
import { orForbidden } from "@/server/dashboard/auth/authorize";
import { currentCtx } from "@/server/dashboard/context";
import { auditState } from "@/server/dashboard/audit/queries/audit-state";
import { getRuntime } from "@/server/dashboard/runtime";
import { listAudit } from "@/server/dashboard/audit/queries/list-audit";
import { AuditFilterChips } from "./_components/audit-filter-chips";
import { AuditFilterForm } from "./_components/audit-filter-form";
import { AuditTable } from "./_components/audit-table";
import { ChainTool } from "./_components/chain-tool";

export async function generateMetadata(): Promise<Metadata> {
  const t = await translator("audit");
  return { title: t("title") };
}

type AuditPageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/** Who did what to which payment; the filter is in the address. */
export default async function AuditPage({ searchParams }: AuditPageProps) {
  const given = await searchParams;
  const one = (name: string): string => {
    const value = given[name];
    return (typeof value === "string" ? value : value?.[0]) ?? "";
  };
  const filter: AuditFilter = {
    person: one("person"),
    action: one("action"),
    subject: one("subject"),
    from: one("from"),
    until: one("until"),
  };
  const cursor = one("cursor");
  const query = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ""));
  const ctx = await currentCtx();
  if (ctx === null)
    return redirectToSignIn(paths.audit({ ...query, cursor: cursor === "" ? undefined : cursor }));
  const t = await translator("audit");
  const found = await orForbidden(
    Promise.all([listAudit(ctx, filter, cursor === "" ? null : cursor), auditState(ctx)]),
  );
  if (found === null) {
    return (
      <>
        <PageHeader title={t("title")} />
        <Forbidden role={ctx.actor.role} permission="view_audit" />
      </>
    );
  }
  const [list, state] = found;
  return (
    <Messages areas={["audit"]}>
      <PageHeader title={t("title")} />
      <ExportProblemNotice problem={given.export} />
      <ToolBar>
        <AuditFilterForm filter={filter} actions={list.actions} faults={list.faults} />
        <AuditFilterChips filter={filter} />
        <ToolBarSpace />
        <ChainTool state={state} seed={ctx.actor.userId} commandsHere={getRuntime().settings.commandsHere} />
        <ExportMenu
          csv={paths.api.exportAudit({ ...query, format: "csv" })}
          xlsx={paths.api.exportAudit({ ...query, format: "xlsx" })}
        />
      </ToolBar>
      {list.entries.length === 0 ? (
        <EmptyState title={t("empty.title")}>{t("empty.body")}</EmptyState>
      ) : (
        <AuditTable entries={list.entries} />
      )}
      <Pager
        label={t("list")}
        first={cursor === "" ? null : { href: paths.audit(query), label: t("newest") }}
        next={
          list.nextCursor === null
            ? null
            : { href: paths.audit({ ...query, cursor: list.nextCursor }), label: t("older") }
        }
      />
    </Messages>
  );
}
