import type { Metadata } from "next";
import { redirectToSignIn } from "@/components/navigation/server";
import { Link } from "@/components/ui/link";
import { Messages } from "@/components/i18n/messages";
import { translator } from "@/components/i18n/server";
import { RefreshWhile } from "@/components/live/refresh-while";
import { Forbidden } from "@/components/states/forbidden";
import { buttonClass } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { Pager } from "@/components/ui/pager";
import { canBulkRunChange } from "@/lib/bulk";
import { paths } from "@/lib/paths";
import { orForbidden } from "@/server/dashboard/auth/authorize";
import { currentCtx } from "@/server/dashboard/context";
import { listBulkRuns } from "@/server/dashboard/bulk/queries/list-bulk-runs";
import { RunsTable } from "./_components/runs-table";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await translator("bulk"))("title") };
}

type BulkPageProps = { searchParams: Promise<{ cursor?: string | string[] }> };

export default async function BulkPage({ searchParams }: BulkPageProps) {
  const { cursor: given } = await searchParams;
  const cursor = typeof given === "string" ? given : undefined;
  const ctx = await currentCtx();
  if (ctx === null) return redirectToSignIn(paths.bulk({ cursor }));

  const list = await orForbidden(listBulkRuns(ctx, cursor === undefined ? {} : { cursor }));
  if (list === null) return <Forbidden role={ctx.actor.role} permission="run_bulk" />;
  const [t, common] = await Promise.all([translator("bulk"), translator("common")]);
  const { runs, nextCursor } = list;
  const isFirst = cursor === undefined;
  const create = (
    <Link href={paths.newBulk()} className={buttonClass("primary")}>
      {t("new")}
    </Link>
  );

  return (
    <Messages areas={["bulk"]}>
      <PageHeader title={t("title")} about={t("about")} actions={create} />
      {runs.length === 0 ? (
        <EmptyState
          title={isFirst ? t("empty.title") : t("empty.older")}
          {...(isFirst && { children: t("empty.body") })}
        />
      ) : (
        <RunsTable runs={runs} />
      )}
      <Pager
        label={common("pages")}
        first={isFirst ? null : { href: paths.bulk(), label: common("newest") }}
        next={
          nextCursor === null ? null : { href: paths.bulk({ cursor: nextCursor }), label: common("older") }
        }
      />
      <RefreshWhile isOpen={runs.some(canBulkRunChange)} seed={ctx.actor.userId} />
    </Messages>
  );
}
