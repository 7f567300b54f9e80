import type { RefundIntentDetail } from "@/lib/refunds/unknown-refund-views";
import { AT, intent, LATER } from "./data";

export const refundIntentDetail: RefundIntentDetail = {
  intent,
  sentAt: AT,
  answeredAt: null,
  resolution: {
    tries: 3,
    resent: { at: LATER, finding: "no_response" },
    searched: { at: LATER, means: "search", finding: "absent" },
    obstacle: null,
    nextTryAt: LATER,
  },
  settlement: null,
  now: LATER,
};
