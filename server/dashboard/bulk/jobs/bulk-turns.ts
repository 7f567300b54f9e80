/**
 * How many workers of a process do bulk work: the others are left to single refunds, notifications and exports of every
 * account.
 */
const AT_ONCE = 2;
/** A claimant who has not asked again for so long has nothing left to do, in milliseconds. */
const GONE_MS = 5_000;

/**
 * The turns of bulk work in this process. Claims are per account (0300), so that the runs of many accounts could hold every worker of a
 * process at once: here they take a few, in the order in which they asked. Who has just had a turn comes after those who wait.
 */
export class BulkTurns {
  private readonly running = new Set<string>();
  /** When each claimant last asked in vain, in the order in which they first did. */
  private readonly waiting = new Map<string, number>();

  constructor(private readonly atOnce = AT_ONCE) {}

  /** Null when the claimant has to ask again later; it keeps its place. `elapsedMs`: of this process. */
  async take<T>(claimant: string, elapsedMs: () => number, work: () => Promise<T>): Promise<T | null> {
    if (!this.mayBegin(claimant, elapsedMs())) return null;
    this.running.add(claimant);
    try {
      return await work();
    } finally {
      this.running.delete(claimant);
    }
  }

  private mayBegin(claimant: string, nowMs: number): boolean {
    if (this.running.has(claimant)) return false;
    for (const [other, askedAtMs] of this.waiting)
      if (Math.abs(nowMs - askedAtMs) > GONE_MS) this.waiting.delete(other);
    const place = [...this.waiting.keys()].indexOf(claimant);
    const ahead = place === -1 ? this.waiting.size : place;
    if (this.running.size + ahead < this.atOnce) {
      this.waiting.delete(claimant);
      return true;
    }
    // Setting a key again keeps its place.
    this.waiting.set(claimant, nowMs);
    return false;
  }
}

/** Those of this process. */
export const bulkTurns = new BulkTurns();
