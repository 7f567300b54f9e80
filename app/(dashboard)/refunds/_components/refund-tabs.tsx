import { translator } from "@/components/i18n/server";
import { Tabs } from "@/components/ui/tabs";
import { paths } from "@/lib/paths";
import type { RefundListTab, RefundsNeedingAttentionView } from "@/lib/refunds/refund-list-views";

export type RefundTabCounts = RefundsNeedingAttentionView & Record<"requests" | "approvals", number>;

type RefundTabsProps = {
  here: RefundListTab | "requests" | "approvals" | "manual";
  counts: RefundTabCounts;
};

/** All that is about refunds, side by side. Requests, approvals and manual refunds are pages of their own. */
export async function RefundTabs({ here, counts }: RefundTabsProps) {
  const t = await translator("refunds");
  const tab = (name: RefundTabsProps["here"], href: string, label: string, count = 0) => ({
    href,
    label,
    isHere: name === here,
    count,
  });
  const view = (name: RefundListTab): string => paths.refundList({ view: name });
  return (
    <Tabs
      isInHeader
      label={t("list.tabs")}
      tabs={[
        tab("all", paths.refunds(), t("list.all")),
        tab("in_progress", view("in_progress"), t("list.inProgress"), counts.inProgress),
        tab("attention", view("attention"), t("list.attention"), counts.unknown + counts.ageing),
        tab("requests", paths.requests(), t("list.requests"), counts.requests),
        tab("approvals", paths.approvals(), t("list.approvals"), counts.approvals),
        tab("failed", view("failed"), t("list.failed")),
        tab("manual", paths.manualRefunds(), t("list.manual")),
        tab("elsewhere", view("elsewhere"), t("list.elsewhere")),
      ]}
    />
  );
}
