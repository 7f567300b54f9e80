import { translator } from "@/components/i18n/server";
import { buttonClass } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { Pager } from "@/components/ui/pager";
import type { BulkReview } from "@/lib/bulk/review";
import { paths } from "@/lib/paths";
import { ReviewRows } from "./review-rows";

type ReviewRowsSectionProps = {
  approvalId: string;
  review: BulkReview;
  /** Whether all rows were requested, a page at a time, and the page is not the first one. */
  isAll: boolean;
  isLater: boolean;
  isDecided: boolean;
  hasMixedRows: boolean;
};

/** The first rows of a request, then all of them a page at a time: the address says which. */
export async function ReviewRowsSection(props: ReviewRowsSectionProps) {
  const { approvalId, review, isAll, isLater, ...shown } = props;
  const { rows, rowCount, next } = review;
  const t = await translator("approvals");
  const bulk = await translator("bulk");
  const all = (after?: string) => `${paths.approval(approvalId, { rows: "all", after })}#rows`;
  return (
    <section id="rows" aria-labelledby="rows-title" className="mt-6 scroll-mt-16">
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="rows-title" className="text-base font-semibold">
          {t("review.rows")}
        </h2>
        <p className="text-sm text-ink-muted">
          {rows.length === rowCount
            ? t("review.rowCount", { n: rowCount })
            : t("review.shown", { shown: rows.length, n: rowCount })}
        </p>
      </div>
      <ReviewRows rows={rows} isDecided={shown.isDecided} hasMixedRows={shown.hasMixedRows} />
      {isAll ? (
        <Pager
          label={t("review.rows")}
          first={isLater ? { href: all(), label: bulk("rows.first") } : null}
          next={next === null ? null : { href: all(String(next)), label: bulk("rows.more") }}
        />
      ) : (
        next !== null && (
          <p className="mt-3">
            <Link href={all()} className={buttonClass("secondary", "sm")}>
              {t("review.showAll", { n: rowCount })}
            </Link>
          </p>
        )
      )}
    </section>
  );
}
