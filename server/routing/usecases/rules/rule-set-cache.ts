import type { RuleSet } from "../../domain/rules/rule";

/** A merchant's rules in force, parsed. */
export type RulesInForce = RuleSet & { version: number };

const MAX_MERCHANTS = 1_000;

/**
 * Caches merchants' rules in this process, so that a payment reads only the version number and not the rules. A version
 * never changes, so no entry can be stale; the number of the version in force is always read from the database.
 */
export class RuleSetCache {
  readonly #byMerchant = new Map<number, RulesInForce>();

  get(merchantId: number): RulesInForce | null {
    return this.#byMerchant.get(merchantId) ?? null;
  }

  set(merchantId: number, ruleSet: RulesInForce): void {
    this.#byMerchant.delete(merchantId);
    this.#byMerchant.set(merchantId, ruleSet);
    const [longestUnchanged] = this.#byMerchant.keys();
    if (this.#byMerchant.size > MAX_MERCHANTS && longestUnchanged !== undefined) {
      this.#byMerchant.delete(longestUnchanged);
    }
  }
}
