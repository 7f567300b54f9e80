import type { ResolveUnknownRefundOutcome } from "@/lib/refunds/unknown-refund-views";

/** What closes the dialog: the refund is settled, by this hand or by another. */
export type ResolveEnd = Extract<ResolveUnknownRefundOutcome, { kind: "settled" | "not_open" }>;

/** Why nothing was settled; `lost` when the browser never heard. */
export type ResolveProblem = Exclude<ResolveUnknownRefundOutcome, ResolveEnd> | { kind: "lost" };
