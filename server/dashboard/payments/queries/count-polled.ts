import { cachedCount } from "@/server/platform/cached-count";
import { countPending } from "../../refunds/store";

const COUNTED_UP_TO = 100_000;

/** The number of polled refunds of all processes: thousands may be pending, and each of their polls needs it. */
export const countPolled = cachedCount((db) => countPending(db, COUNTED_UP_TO));
