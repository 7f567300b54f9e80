import type { RuleSet } from "../../domain/rules/rule";

/** A merchant's rules in force, ready to judge. */
export type RulesInForce = RuleSet & { version: number };

const MAX_MERCHANTS = 1_000;

/**
 * What this process has read of the merchants' rules, so that a payment reads a version's number and not its rules. A
 * version never changes, hence nothing here can be stale; the one in force is asked of the database each time.
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
