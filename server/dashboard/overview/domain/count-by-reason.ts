import { formatPaise } from "@/lib/money";
import type { RefundReasonCount } from "@/lib/overview/overview-views";
import type { RefundReason } from "@/lib/reasons/reason";

type Sum = { code: string | null; currency: string; count: number; amountPaise: bigint };

/** Refunds by reason, most frequent first. Reasons with equal counts keep the order of the list; "no reason" follows them. */
export function countByReason(reasons: readonly RefundReason[], sums: readonly Sum[]): RefundReasonCount[] {
  return [...reasons, null]
    .map((reason) => {
      const own = sums.filter(({ code }) => code === (reason?.code ?? null));
      return {
        reason: reason === null ? null : { code: reason.code, name: reason.name, nameHi: reason.nameHi },
        count: own.reduce((total, { count }) => total + count, 0),
        sums: [...own]
          .sort((a, b) => b.count - a.count || (a.currency < b.currency ? -1 : 1))
          .map(({ currency, amountPaise }) => ({ currency, amount: formatPaise(amountPaise) })),
      };
    })
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count);
}
