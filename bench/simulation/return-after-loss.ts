import { PROCESSORS } from "./assumptions";
import { simulateCell } from "./cell";
import { DATABASE_MS_PER_PAYMENT } from "./fullness";

export type Return = { part: number; perSecond: number; slowForSeconds: number };

const LOST = { fromMs: 20_000, untilMs: 80_000 };
const SPAN = { durationMs: 600_000, measuredFromMs: 10_000 };
const SEED = 31;
/** Above what creations wait for when nothing has happened, also in a cell that is nine tenths full. */
const SLOW_MS = 10;

/**
 * For how long creations are slow in a cell that is back after a minute, by the part of its database's processors that it
 * uses normally. Its merchants have no rate limit: only processors hold the retries up.
 */
export function returnAfterLoss(part: number): Return {
  const perSecond = (1_000 * PROCESSORS.database * part) / DATABASE_MS_PER_PAYMENT;
  const cell = {
    merchants: [{ name: "all", perSecond, group: "all", keyLimit: null }],
    processors: PROCESSORS,
    refusalMs: 0,
    lost: LOST,
    slowness: null,
  };
  const waits = simulateCell(cell, SPAN, SEED).waitAt();
  const lastSlow = waits.findLastIndex((wait) => wait === null || wait > SLOW_MS);
  return { part, perSecond, slowForSeconds: lastSlow + 1 - LOST.untilMs / 1_000 };
}
