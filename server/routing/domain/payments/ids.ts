export type IdPrefix = "TXN" | "RFD";

/** The prefix, the UTC date of the millisecond, and the millisecond with 13 digits (decision 0030). */
export function formatId(prefix: IdPrefix, epochMs: number): string {
  const date = new Date(epochMs).toISOString().slice(0, 10).replaceAll("-", "");
  return `${prefix}${date}${String(epochMs).padStart(13, "0")}`;
}

/**
 * Issues milliseconds that increase per merchant within this process, however the clock steps. Another process may
 * issue the same one: the primary key decides, and the loser takes the next (decision 0030).
 */
export class IdSequence {
  readonly #lastMs = new Map<string, number>();

  /**
   * Leaves out up to `most` milliseconds, a random number of them. For a process whose id is in use: another one is
   * ahead of it, and would have used the next ones too.
   */
  skip(prefix: IdPrefix, merchantId: number, most: number): void {
    const key = `${prefix}:${merchantId}`;
    this.#lastMs.set(key, (this.#lastMs.get(key) ?? 0) + Math.floor(Math.random() * (most + 1)));
  }

  next(prefix: IdPrefix, merchantId: number, nowMs: number): string {
    const key = `${prefix}:${merchantId}`;
    const ms = Math.max(nowMs, (this.#lastMs.get(key) ?? 0) + 1);
    this.#lastMs.set(key, ms);
    return formatId(prefix, ms);
  }
}
