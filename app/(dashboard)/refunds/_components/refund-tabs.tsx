import { translator } from "@/components/i18n/server";
import { Tabs } from "@/components/ui/tabs";
import { paths } from "@/lib/paths";
import type { RefundListTab, RefundsNeedingAttentionView } from "@/lib/refunds/refund-list-views";

/** The lists as tabs. Refund requests have a page of their own. */
export async function RefundTabs({
  tab,
  counts,
}: {
  tab: RefundListTab;
  counts: RefundsNeedingAttentionView;
}) {
  const t = await translator("refunds");
  const view = (name: RefundListTab, label: string, count?: number) => ({
    href: name === "all" ? paths.refunds() : paths.refundList({ view: name }),
    label,
    isHere: name === tab,
    ...(count !== undefined && { count }),
  });
  return (
    <Tabs
      isInHeader
      label={t("list.tabs")}
      tabs={[
        view("all", t("list.all")),
        view("in_progress", t("list.inProgress"), counts.inProgress),
        view("attention", t("list.attention"), counts.unknown + counts.ageing),
        { href: paths.approvals(), label: t("list.approvals"), isHere: false },
        view("failed", t("list.failed")),
        { href: paths.manualRefunds(), label: t("list.manual"), isHere: false },
        view("elsewhere", t("list.elsewhere")),
      ]}
    />
  );
}
