"use client";

import { useTranslations } from "use-intl/react";
import { useLiveRows } from "@/components/live/use-live-rows";
import { paths } from "@/lib/paths";
import { REFUNDS_PER_PAGE } from "@/lib/refunds/refund-list-views";
import type { GivenFilter } from "./refund-filter-fields";
import { RefundsTable, type RefundsTableProps } from "./refunds-table";
import { SelectableRefunds, type SelectableRefundsProps } from "./selectable-refunds";

type LiveRefundsProps = Omit<RefundsTableProps, "choice"> & {
  /** The filter as in the address. */
  given: GivenFilter;
  /** Newer refunds than this are counted; null on an older page, and where the oldest come first. */
  since: string | null;
  /** What may be done with several rows; null for nothing. */
  selection: Pick<SelectableRefundsProps, "exportPath" | "mayAssign"> | null;
};

/** One page of the list, kept up to date. */
export function LiveRefunds({ given, since, selection, ...shown }: LiveRefundsProps) {
  const t = useTranslations("refunds.list");
  const path = paths.api.liveRefunds({
    ...given,
    columns: undefined,
    id: shown.refunds.map(keyOf),
    ...(since !== null && { since }),
  });
  const live = useLiveRows(path, shown.refunds, keyOf, (n) =>
    t("newer", { n, isMore: String(n >= REFUNDS_PER_PAGE) }),
  );
  const table = { ...shown, refunds: live.rows };
  return (
    <>
      {live.line}
      {table.refunds.length === 0 ? null : selection === null ? (
        <RefundsTable {...table} />
      ) : (
        <SelectableRefunds {...table} {...selection} />
      )}
    </>
  );
}

const keyOf = ({ intentId }: { intentId: string }): string => intentId;
