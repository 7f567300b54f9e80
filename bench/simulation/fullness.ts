import { simulateCell } from "./cell";
import { CREATION, FOLLOWING } from "./assumptions";
import { REFUNDS_PER_PAYMENT } from "./figures";
import type { Waits } from "./waits";

export type Fullness = { processors: number; part: number; perSecond: number; waits: Waits };

const SPAN = { durationMs: 60_000, measuredFromMs: 10_000 };
const SEED = 29;
/** More than the programs need, so that only the database makes anybody wait. */
const PROGRAM_PROCESSORS = 64;

/** Processor time of the database for one payment with all that follows it. */
export const DATABASE_MS_PER_PAYMENT = [CREATION, ...FOLLOWING].reduce(
  (sum, { cost, isOfRefund }) => sum + cost.databaseMs * (isOfRefund ? REFUNDS_PER_PAYMENT : 1),
  0,
);

/** How long creations wait for a database of so many processors of which a part is in use. */
export function waitsAtFullness(processors: number, part: number): Fullness {
  const perSecond = (1_000 * processors * part) / DATABASE_MS_PER_PAYMENT;
  const cell = {
    merchants: [{ name: "all", perSecond, group: "all", keyLimit: null }],
    processors: { service: PROGRAM_PROCESSORS, worker: PROGRAM_PROCESSORS, database: processors },
    refusalMs: 0,
    lost: null,
    slowness: null,
  };
  return { processors, part, perSecond, waits: simulateCell(cell, SPAN, SEED).of("all").waits };
}
