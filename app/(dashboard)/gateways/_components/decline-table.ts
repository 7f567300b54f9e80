import { rateFormat } from "@/components/ui/rate-format";
import type { translator } from "@/components/i18n/server";
import type { DeclineReason } from "@/lib/contract/decline-reasons";
import type { DeclineView } from "@/lib/gateways/decline-view";
import type { Locale } from "@/lib/messages/locale";

const LEAST_SHARE = 0.001;

export type DeclineNumbers = ReturnType<typeof declineNumbers>;

/** Numbers with Indian grouping in both languages. */
export function declineNumbers(locale: Locale) {
  const counts = new Intl.NumberFormat(`${locale}-IN`, { numberingSystem: "latn" });
  const rate = rateFormat(locale);
  return {
    count: (count: number): string => counts.format(count),
    /** The share is of something, so it is never shown as 0%. */
    share: (share: number): string => (share < LEAST_SHARE ? `<${rate(LEAST_SHARE)}` : rate(share)),
  };
}

/** What both forms of the table show. */
export type DeclineTable = {
  view: DeclineView;
  t: Awaited<ReturnType<typeof translator<"gateways">>>;
  numbers: DeclineNumbers;
  reasonName: (reason: DeclineReason) => string;
  /** The list of these payments, of one gateway or of all; null without the permission to see it. */
  hrefOf: ((reason: DeclineReason, gateway: string | null) => string) | null;
};

/** The background by share of the gateway's unpaid payments. Text on the darkest keeps a contrast of 4.5:1. */
const HEAT = [
  [0.4, "bg-[color-mix(in_oklab,var(--accent)_32%,var(--surface))]"],
  [0.2, "bg-[color-mix(in_oklab,var(--accent)_24%,var(--surface))]"],
  [0.1, "bg-[color-mix(in_oklab,var(--accent)_16%,var(--surface))]"],
  [0.05, "bg-[color-mix(in_oklab,var(--accent)_10%,var(--surface))]"],
  [0, "bg-[color-mix(in_oklab,var(--accent)_5%,var(--surface))]"],
] as const;

export function heatOf({ count, share }: { count: number; share: number }): string {
  if (count === 0) return "";
  return HEAT.find(([from]) => share >= from)?.[1] ?? "";
}
