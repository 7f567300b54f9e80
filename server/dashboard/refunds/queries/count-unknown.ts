import { cachedCount } from "@/server/platform/cached-count";
import { UNKNOWN_COUNTED_UP_TO } from "../domain/unknown-refund";
import { countUnknownIntents } from "../store/refund-intents";

/** The number of refunds of unknown outcome: their tries share a bounded number of calls. */
export const countUnknown = cachedCount((db) => countUnknownIntents(db, UNKNOWN_COUNTED_UP_TO));
