/** The rate limit of a merchant's key, a token bucket. The processes of a cell are taken together. */
export class KeyLimit {
  #tokens: number;
  #at = 0;
  readonly #perMs: number;
  readonly #burst: number;

  constructor(limit: { perSecond: number; burst: number }) {
    this.#perMs = limit.perSecond / 1_000;
    this.#burst = limit.burst;
    this.#tokens = limit.burst;
  }

  admits(at: number): boolean {
    this.#tokens = Math.min(this.#burst, this.#tokens + (at - this.#at) * this.#perMs);
    this.#at = at;
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }
}
