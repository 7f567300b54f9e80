import { cachedCount } from "@/server/platform/cached-count";
import { countPending } from "../../refunds/store";

const COUNTED_UP_TO = 100_000;

/** How many refunds are followed, by whichever process: thousands may be under way, and each of their looks wants to know. */
export const countPolled = cachedCount((db) => countPending(db, COUNTED_UP_TO));
