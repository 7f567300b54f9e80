import { cachedCount } from "@/server/platform/cached-count";
import { countOpenRefundsSince } from "../../store/refunds/refunds";
import { COUNTED_UP_TO, YOUNG_MS } from "../reversals/schedule-refund-jobs";

/**
 * The number of refunds of the last minute that are not final, over all merchants and gateways: these are polled often.
 */
export const countYoungRefunds = cachedCount((db, at) =>
  countOpenRefundsSince(db, new Date(at.getTime() - YOUNG_MS), COUNTED_UP_TO),
);
