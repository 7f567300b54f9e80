import { keepCount } from "@/server/platform/keep-count";
import { countOpenRefundsSince } from "../../store/refunds";

const YOUNG_MS = 60_000;
const COUNTED_UP_TO = 1_000;

/** How many refunds of the last minute have not ended, up to a thousand: those whose looks come often. */
export const countYoungRefunds = keepCount((db, at) =>
  countOpenRefundsSince(db, new Date(at.getTime() - YOUNG_MS), COUNTED_UP_TO),
);
