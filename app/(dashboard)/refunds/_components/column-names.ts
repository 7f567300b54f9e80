import type { useTranslations } from "use-intl/react";
import type { ColumnId } from "@/lib/lists/list-columns";

/** The headings of the list's columns, in their default order; for the table and for the choice of columns. */
export function refundColumnNames(
  t: ReturnType<typeof useTranslations<"refunds">>,
  common: ReturnType<typeof useTranslations<"common">>,
): Readonly<Record<ColumnId<"refunds">, string>> {
  return {
    refund: t("list.refund"),
    status: common("status"),
    requested: t("list.requested"),
    by: t("list.requestedBy"),
    amount: common("amount"),
    completed: t("list.completed"),
    reason: t("list.reason"),
    payment: t("list.payment"),
    message: t("list.message"),
    assignee: common("assignee.heading"),
  };
}
