import type { Metadata } from "next";
import { redirectToSignIn } from "@/components/navigation/server";
import { Link } from "@/components/ui/link";
import { translator } from "@/components/i18n/server";
import { Forbidden } from "@/components/states/forbidden";
import { FetchFailed } from "@/components/states/fetch-failed";
import { EmptyState } from "@/components/ui/empty-state";
import { Pager } from "@/components/ui/pager";
import { DataTable } from "@/components/ui/table";
import { EmptyValue, ForeignText } from "@/components/ui/text";
import { Age, Time } from "@/components/ui/time";
import { paths } from "@/lib/paths";
import { orForbidden } from "@/server/dashboard/auth/authorize";
import { currentCtx } from "@/server/dashboard/context";
import { ruleVersions } from "@/server/dashboard/rules/queries/rule-versions";
import { ChangesSummary } from "../_components/changes-view";
import { RulesFrame } from "../_components/rules-frame";

type VersionsPageProps = { searchParams: Promise<{ cursor?: string | string[] }> };

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await translator("rules"))("versions.label") };
}

export default async function RuleVersionsPage({ searchParams }: VersionsPageProps) {
  const { cursor: given } = await searchParams;
  const cursor = typeof given === "string" ? given : null;
  const ctx = await currentCtx();
  if (ctx === null) return redirectToSignIn(paths.ruleVersions(cursor ?? undefined));
  const [t, common] = await Promise.all([translator("rules"), translator("common")]);
  const read = await orForbidden(ruleVersions(ctx, cursor));
  return (
    <RulesFrame here="versions">
      {read === null && <Forbidden role={ctx.actor.role} permission="manage_rules" />}
      {read !== null && read.kind !== "found" && <FetchFailed read={read} />}
      {read?.kind === "found" && read.value.versions.length === 0 && (
        <EmptyState title={t("versions.empty")}>{t("versions.emptyBody")}</EmptyState>
      )}
      {read?.kind === "found" && read.value.versions.length > 0 && (
        <>
          <DataTable
            label={t("versions.label")}
            rows={read.value.versions}
            rowKey={({ version }) => String(version)}
            columns={[
              {
                id: "version",
                heading: t("versions.version"),
                width: "7.5rem",
                cell: ({ version }) => (
                  <Link
                    href={paths.ruleVersion(version)}
                    className="font-medium text-accent underline-offset-2 hover:underline"
                  >
                    {t("versions.open", { version })}
                  </Link>
                ),
              },
              {
                id: "what",
                heading: t("versions.what"),
                cell: (row) => (
                  <>
                    {row.changes === null ? (
                      <EmptyValue>{t(row.version === 1 ? "changes.first" : "changes.unknown")}</EmptyValue>
                    ) : (
                      <ChangesSummary changes={row.changes} />
                    )}
                    {row.restored_from !== null && (
                      <p>{t("versions.restoredFrom", { version: row.restored_from })}</p>
                    )}
                    {row.note !== null && row.note !== "" && (
                      <p className="text-ink-muted">
                        <ForeignText>{row.note}</ForeignText>
                      </p>
                    )}
                    <p className="text-xs text-ink-muted @xl:hidden">
                      <ForeignText>{row.author}</ForeignText> · <Time iso={row.created_at} />
                    </p>
                  </>
                ),
              },
              {
                id: "rules",
                heading: t("versions.count"),
                hideBelow: "md",
                width: "7rem",
                cell: (row) => t("versions.rules", { count: row.rule_count }),
              },
              {
                id: "who",
                heading: t("versions.who"),
                hideBelow: "sm",
                width: "17rem",
                cell: (row) => (
                  <>
                    <ForeignText>{row.author}</ForeignText>
                    <p className="text-ink-muted">
                      <Time iso={row.created_at} /> · <Age iso={row.created_at} />
                    </p>
                  </>
                ),
              },
            ]}
          />
          <Pager
            label={common("pages")}
            first={cursor === null ? null : { href: paths.ruleVersions(), label: common("newest") }}
            next={
              read.value.nextCursor === null
                ? null
                : { href: paths.ruleVersions(read.value.nextCursor), label: common("older") }
            }
          />
        </>
      )}
    </RulesFrame>
  );
}
