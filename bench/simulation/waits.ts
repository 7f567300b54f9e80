const SMALLEST_MS = 0.01;
const STEP = Math.log(1.02);
const BUCKETS = 1_000;

/** A distribution of times in milliseconds, exact to two percent. */
export class Waits {
  readonly #counts = new Uint32Array(BUCKETS);
  count = 0;
  #sum = 0;

  add(ms: number): void {
    const bucket = ms <= SMALLEST_MS ? 0 : Math.ceil(Math.log(ms / SMALLEST_MS) / STEP);
    const place = Math.min(bucket, BUCKETS - 1);
    this.#counts[place] = (this.#counts[place] ?? 0) + 1;
    this.count += 1;
    this.#sum += ms;
  }

  include(other: Waits): void {
    for (const [bucket, count] of other.#counts.entries())
      this.#counts[bucket] = (this.#counts[bucket] ?? 0) + count;
    this.count += other.count;
    this.#sum += other.#sum;
  }

  get meanMs(): number {
    return this.count === 0 ? 0 : this.#sum / this.count;
  }

  /** The time that a part of all, such as 0.99, did not exceed. */
  quantile(part: number): number {
    let left = part * this.count;
    for (const [bucket, count] of this.#counts.entries()) {
      left -= count;
      if (left <= 0) return bucket === 0 ? 0 : SMALLEST_MS * Math.exp(bucket * STEP);
    }
    return 0;
  }
}
