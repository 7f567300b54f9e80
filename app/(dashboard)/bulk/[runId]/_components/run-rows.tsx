import { rowStateName } from "@/app/(dashboard)/bulk/_components/bulk-status";
import { currentLocale, translator } from "@/components/i18n/server";
import { Pager } from "@/components/ui/pager";
import { Tabs } from "@/components/ui/tabs";
import { BULK_ROW_STATES, type BulkRunView } from "@/lib/bulk";
import { paths } from "@/lib/paths";
import { currentCtx } from "@/server/dashboard/context";
import { listBulkRows } from "@/server/dashboard/bulk/queries/list-bulk-rows";
import { RowsTable } from "./rows-table";

/** The rows, paged and filtered by outcome; page and outcome are in the address. */
export async function RunRows({
  run,
  mayConfirm,
  state: asked,
  after,
}: {
  run: BulkRunView;
  /** Whether the viewer may confirm likely duplicates. */
  mayConfirm: boolean;
  state: string | null;
  after: string;
}) {
  const ctx = await currentCtx();
  if (ctx === null) return null;
  const [t, locale] = await Promise.all([translator("bulk"), currentLocale()]);
  const state = BULK_ROW_STATES.find((one) => one === asked) ?? null;
  const { rows, next } = await listBulkRows(ctx, { runId: run.runId, state, after });
  const here = (query: { after?: string }) =>
    paths.bulkRun(run.runId, { ...(state !== null && { rows: state }), ...query });
  const shown = BULK_ROW_STATES.filter((one) => run.counts[one] > 0 || one === state);
  return (
    <section aria-label={t("rows.title")} lang={locale}>
      <Tabs
        label={t("rows.filter")}
        tabs={[
          {
            href: paths.bulkRun(run.runId),
            label: t("rows.all"),
            count: run.rowCount,
            isHere: state === null,
          },
          ...shown.map((one) => ({
            href: paths.bulkRun(run.runId, { rows: one }),
            label: t(`rowState.${rowStateName(run.kind, one)}`),
            count: run.counts[one],
            isHere: one === state,
          })),
        ]}
      />
      {rows.length === 0 ? (
        <p className="px-1 py-6 text-center text-ink-muted">{t("rows.none")}</p>
      ) : (
        <RowsTable kind={run.kind} rows={rows} confirmsFor={mayConfirm ? run.runId : null} />
      )}
      <Pager
        label={t("rows.label")}
        first={after === "0" ? null : { href: here({}), label: t("rows.first") }}
        next={next === null ? null : { href: here({ after: String(next) }), label: t("rows.more") }}
      />
    </section>
  );
}
