import { translator } from "@/components/i18n/server";
import { Tabs } from "@/components/ui/tabs";
import { paths } from "@/lib/paths";
import {
  NO_FILTER,
  type PaymentFilter,
  writePaymentFilter,
} from "@/server/dashboard/payments/domain/payment-filter";

/** Frequent filters of the list, beside its title. `filter`: the one in use; null while it is wrong. */
export async function PaymentTabs({ filter }: { filter: PaymentFilter | null }) {
  const t = await translator("payments");
  const here = filter === null ? null : paths.paymentList(writePaymentFilter(filter));
  return (
    <Tabs
      isInHeader
      label={t("list.views")}
      tabs={PRESETS.map(({ name, status }) => {
        const range = filter?.range ?? null;
        const href = paths.paymentList(writePaymentFilter({ ...NO_FILTER, status, range }));
        return { href, label: t(`list.preset.${name}`), isHere: href === here };
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
