import { segmentsOf } from "../../domain/success-rate/segment";
import type { SegmentShares, SharesOf } from "../../domain/success-rate/shares";

type Entry = {
  byPlace: Map<string, SegmentShares>;
  /** The rules whose shares these are, as one text. */
  rules: string;
  version: bigint;
  readAt: number;
};

/** What was read: `readAt` is the time, in milliseconds, before it was read. */
type Reading = {
  ruleIds: readonly string[];
  /** Only shares that were counted after this version; 0 for all. */
  after: bigint;
  changed: readonly (SegmentShares & { ruleId: string })[];
  version: bigint;
  readAt: number;
};

const MAX_MERCHANTS = 1_000;
/** A merchant has at most half as many: beyond it, most are of segments whose shares have been deleted since. */
const MAX_SHARES = 10_000;

/**
 * The shares of merchants' rules in this process, as of at most a second ago: what a decision needs is looked up in
 * memory. They are of the rules in force and those of an open experiment alone: with other rules, all are read anew.
 */
export class SharesCache {
  readonly #byMerchant = new Map<number, Entry>();

  /** When the shares of exactly these rules were last read, and the version until which they were; null to read all. */
  read(merchantId: number, ruleIds: readonly string[]): { version: bigint; readAt: number } | null {
    const known = this.#byMerchant.get(merchantId);
    if (known === undefined || known.rules !== textOf(ruleIds) || known.byPlace.size > MAX_SHARES)
      return null;
    return known;
  }

  add(merchantId: number, { ruleIds, after, changed, version, readAt }: Reading): void {
    const rules = textOf(ruleIds);
    const found = this.#byMerchant.get(merchantId);
    const known = found?.rules === rules ? found : undefined;
    // Changes alone are no use when the rules have changed meanwhile.
    if (known === undefined && after > 0n) return;
    // Readings may overlap: an older one must not undo a newer one.
    const isNewer = known === undefined || version >= known.version;
    const byPlace =
      known === undefined || (isNewer && after === 0n) ? new Map<string, SegmentShares>() : known.byPlace;
    if (isNewer)
      for (const { ruleId, ...shares } of changed) byPlace.set(place(ruleId, shares.segment), shares);
    this.#byMerchant.delete(merchantId);
    this.#byMerchant.set(merchantId, {
      byPlace,
      rules,
      version: isNewer ? version : known.version,
      readAt: Math.max(readAt, known?.readAt ?? 0),
    });
    const [longestUnchanged] = this.#byMerchant.keys();
    if (this.#byMerchant.size > MAX_MERCHANTS && longestUnchanged !== undefined) {
      this.#byMerchant.delete(longestUnchanged);
    }
  }

  /** How many shares of a merchant this process keeps. */
  sizeOf(merchantId: number): number {
    return this.#byMerchant.get(merchantId)?.byPlace.size ?? 0;
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

function textOf(ruleIds: readonly string[]): string {
  return [...ruleIds].sort().join(" ");
}

function place(ruleId: string, segment: string): string {
  return `${ruleId} ${segment}`;
}
