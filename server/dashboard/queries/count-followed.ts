import type { Pool } from "@/server/platform/pool";
import { countUnderWay } from "../store/tracked-refunds";

const COUNTED_UP_TO = 100_000;
/** The pace of looks follows from the count, and need not follow faster. */
const SERVES_MS = 1_000;

const counts = new WeakMap<Pool, { atMs: number; found: Promise<number> }>();

/**
 * How many refunds are followed, by whichever process. Each process counts at most once a second: thousands may be under way,
 * and each of their looks wants to know.
 */
export function countFollowed(pool: Pool, at: Date): Promise<number> {
  const last = counts.get(pool);
  if (last !== undefined && Math.abs(at.getTime() - last.atMs) < SERVES_MS) return last.found;
  const found = countUnderWay(pool, COUNTED_UP_TO);
  counts.set(pool, { atMs: at.getTime(), found });
  found.catch(() => counts.delete(pool));
  return found;
}
