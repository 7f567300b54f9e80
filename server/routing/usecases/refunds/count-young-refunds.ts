import { cachedCount } from "@/server/platform/cached-count";
import { countOpenRefundsSince } from "../../store/refunds/refunds";
import { COUNTED_UP_TO, YOUNG_MS } from "../reversals/schedule-refund-jobs";

/** How many refunds of the last minute have not ended, of all merchants and gateways: those whose looks come often. */
export const countYoungRefunds = cachedCount((db, at) =>
  countOpenRefundsSince(db, new Date(at.getTime() - YOUNG_MS), COUNTED_UP_TO),
);
