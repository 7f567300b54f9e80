import { translator } from "@/components/i18n/server";
import { Tabs } from "@/components/ui/tabs";
import type { BoundedCount } from "@/lib/overview/overview-views";
import { paths } from "@/lib/paths";
import {
  NO_FILTER,
  type PaymentFilter,
  writePaymentFilter,
} from "@/server/dashboard/payments/domain/payment-filter";

type PaymentTabsProps = {
  /**
   * The filter of the list; null while it is wrong. Stuck payments have a page of their own, where the oldest is first.
   */
  here: PaymentFilter | "stuck" | null;
  stuck: Promise<BoundedCount | null>;
};

/** Frequent filters of the list, beside its title. */
export async function PaymentTabs({ here, stuck }: PaymentTabsProps) {
  const t = await translator("payments");
  const filter = here === "stuck" ? null : here;
  const address = filter === null ? null : paths.paymentList(writePaymentFilter(filter));
  return (
    <Tabs
      isInHeader
      label={t("list.views")}
      tabs={PRESETS.map(({ name, status }) => {
        const range = filter?.range ?? null;
        const href = paths.paymentList(writePaymentFilter({ ...NO_FILTER, status, range }));
        const label = t(`list.preset.${name}`);
        if (name !== "stuck") return { href, label, isHere: href === address };
        return { href: paths.stuck(), label, isHere: here === "stuck" || href === address, count: stuck };
      })}
    />
  );
}

/** Each keeps the period. */
const PRESETS = [
  { name: "all", status: [] },
  { name: "waiting", status: ["WAITING"] },
  { name: "stuck", status: ["STUCK"] },
  { name: "paid", status: ["PAID"] },
  { name: "refunded", status: ["PARTLY_REFUNDED", "REFUNDED"] },
  { name: "failed", status: ["FAILURE"] },
] as const;
