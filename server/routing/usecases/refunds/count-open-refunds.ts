import { cachedCount } from "@/server/platform/cached-count";
import { countOpenRefundsSince } from "../../store/refunds/refunds";
import { OPEN_COUNTED_UP_TO } from "../reversals/schedule-refund-jobs";

const EVER = new Date(0);

/**
 * The number of refunds that are not final, over all merchants and gateways: those older than a minute share one rate
 * of polls.
 */
export const countOpenRefunds = cachedCount((db) => countOpenRefundsSince(db, EVER, OPEN_COUNTED_UP_TO));
