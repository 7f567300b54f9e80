import type { AmountLimits } from "@/lib/can";
import { displayMoney } from "@/lib/money";

/** "₹5,000.00 / $50.00": the amounts of a limit. */
export function limitsText(limits: AmountLimits): string {
  return Object.entries(limits)
    .map(([currency, paise]) => displayMoney(BigInt(paise), currency))
    .join(" / ");
}
