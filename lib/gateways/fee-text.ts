import { displayAmount, parseAmount } from "@/lib/money";
import { parsePercent } from "@/lib/percent";

/** A fee as it is written on a price list, "2.36% + ₹3.00"; null for none at all. */
export function feeText(fee: { percent: string; fixed: string; currency: string }): string | null {
  const fixed = parseAmount(fee.fixed);
  const hasFixed = !fixed.ok || fixed.value > 0n;
  const hasPercent = parsePercent(fee.percent) !== 0;
  const parts = [
    ...(hasPercent ? [`${fee.percent}%`] : []),
    ...(hasFixed ? [displayAmount(fee.fixed, fee.currency)] : []),
  ];
  return parts.length === 0 ? null : parts.join(" + ");
}
