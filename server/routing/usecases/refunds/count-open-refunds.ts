import { cachedCount } from "@/server/platform/cached-count";
import { countOpenRefundsSince } from "../../store/refunds/refunds";
import { OPEN_COUNTED_UP_TO } from "../reversals/schedule-refund-jobs";

const EVER = new Date(0);

/** How many refunds have not ended, of all merchants and gateways: those that are older than a minute share their looks. */
export const countOpenRefunds = cachedCount((db) => countOpenRefundsSince(db, EVER, OPEN_COUNTED_UP_TO));
