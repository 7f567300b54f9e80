import { segmentsOf } from "../../domain/success-rate/segment";
import type { SegmentShares, SharesOf } from "../../domain/success-rate/shares";

type Entry = { byPlace: Map<string, SegmentShares>; version: bigint; readAt: number };

const MAX_MERCHANTS = 1_000;

/**
 * The shares of merchants' rules in this process, as of at most a second ago: what a decision needs is looked up in
 * memory.
 */
export class SharesCache {
  readonly #byMerchant = new Map<number, Entry>();

  /** When the merchant's shares were last read, and the version until which they were. */
  read(merchantId: number): { version: bigint; readAt: number } | null {
    return this.#byMerchant.get(merchantId) ?? null;
  }

  /** Adds what has changed since the last reading. `readAt`: the time, in milliseconds, before it was read. */
  add(
    merchantId: number,
    changed: readonly (SegmentShares & { ruleId: string })[],
    { version, readAt }: { version: bigint; readAt: number },
  ): void {
    const known = this.#byMerchant.get(merchantId);
    const byPlace = known?.byPlace ?? new Map<string, SegmentShares>();
    // Readings may overlap: an older one must not undo a newer one.
    if (known === undefined || version >= known.version) {
      for (const { ruleId, ...shares } of changed) byPlace.set(place(ruleId, shares.segment), shares);
    }
    this.#byMerchant.delete(merchantId);
    this.#byMerchant.set(merchantId, {
      byPlace,
      version: known === undefined || version > known.version ? version : known.version,
      readAt: Math.max(readAt, known?.readAt ?? 0),
    });
    const [longestUnchanged] = this.#byMerchant.keys();
    if (this.#byMerchant.size > MAX_MERCHANTS && longestUnchanged !== undefined) {
      this.#byMerchant.delete(longestUnchanged);
    }
  }

  sharesOf(merchantId: number): SharesOf {
    const byPlace = this.#byMerchant.get(merchantId)?.byPlace;
    return (ruleId, facts) => {
      for (const segment of segmentsOf(facts).reverse()) {
        const shares = byPlace?.get(place(ruleId, segment));
        if (shares !== undefined) return shares;
      }
      return null;
    };
  }
}

function place(ruleId: string, segment: string): string {
  return `${ruleId} ${segment}`;
}
