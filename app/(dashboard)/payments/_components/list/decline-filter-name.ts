import type { translator } from "@/components/i18n/server";
import type { DeclineFilter } from "@/lib/payments/decline-reason";

/** A decline reason, or a group of them, as the filter calls it. */
export function declineFilterName(
  t: Awaited<ReturnType<typeof translator<"payments">>>,
  common: Awaited<ReturnType<typeof translator<"common">>>,
  decline: DeclineFilter,
): string {
  return decline === "against_gateway" || decline === "unavoidable"
    ? t(`declineGroup.${decline}`)
    : common(`declineReason.${decline}`);
}
