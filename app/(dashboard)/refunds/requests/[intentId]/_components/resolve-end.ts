import type { ResolveUnknownRefundOutcome } from "@/lib/refunds/unknown-refund-views";

/** The outcomes that close the dialog: the refund is resolved, by this person or otherwise. */
export type ResolveEnd = Extract<ResolveUnknownRefundOutcome, { kind: "settled" | "not_open" }>;

/** Why nothing was resolved; `lost` when the browser got no response. */
export type ResolveProblem = Exclude<ResolveUnknownRefundOutcome, ResolveEnd> | { kind: "lost" };
