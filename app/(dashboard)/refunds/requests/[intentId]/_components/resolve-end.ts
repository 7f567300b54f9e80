import type { SettleRefundOutcome } from "@/lib/refunds/unknown-refund-views";

/** What closes the dialog: the refund is settled, by this hand or by another. */
export type SettleEnd = Extract<SettleRefundOutcome, { kind: "settled" | "not_open" }>;

/** Why nothing was settled; `lost` when the browser never heard. */
export type SettleProblem = Exclude<SettleRefundOutcome, SettleEnd> | { kind: "lost" };
