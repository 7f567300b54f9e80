import { translator } from "@/components/i18n/server";
import type { ColumnId } from "@/lib/lists/list-columns";

/** The columns that the list can show, with their headings, in their default order. */
export async function refundColumnNames(): Promise<Record<ColumnId<"refunds">, string>> {
  const [t, common] = await Promise.all([translator("refunds"), translator("common")]);
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
