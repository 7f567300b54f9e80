import type { GivenFilter } from "./refund-filter-fields";
import { translator } from "@/components/i18n/server";
import { StatusLink } from "@/components/states/status-link";
import { ServiceErrorNotice } from "@/components/live/service-error-notice";
import { NotOffered } from "@/components/states/not-offered";
import { EmptyState } from "@/components/ui/empty-state";
import { Pager } from "@/components/ui/pager";
import { paths } from "@/lib/paths";
import type { OutsideRefundsView } from "@/lib/refunds/refund-list-views";
import { OutsideRefundsTable } from "./outside-refunds-table";

type OutsideRefundsListProps = {
  view: OutsideRefundsView;
  serviceAddress: string;
  given: GivenFilter;
  isFirstPage: boolean;
};

/** Refunds made outside the dashboard. */
export async function OutsideRefundsList({
  view,
  serviceAddress,
  given,
  isFirstPage,
}: OutsideRefundsListProps) {
  const t = await translator("refunds");
  const common = await translator("common");
  switch (view.kind) {
    case "not_offered":
      return <NotOffered serviceAddress={serviceAddress} />;
    case "service_error":
      return <ServiceErrorNotice serviceError={view.serviceError} actions={<StatusLink />} />;
    case "listed":
      return (
        <>
          {view.refunds.length === 0 ? (
            <EmptyState title={t("list.emptyOutsideTitle")}>{t("list.emptyOutsideBody")}</EmptyState>
          ) : (
            <OutsideRefundsTable refunds={view.refunds} />
          )}
          <Pager
            label={common("pages")}
            first={isFirstPage ? null : { href: paths.refundList(given), label: common("newest") }}
            next={
              view.nextCursor === null
                ? null
                : { href: paths.refundList({ ...given, cursor: view.nextCursor }), label: common("older") }
            }
          />
        </>
      );
  }
}
