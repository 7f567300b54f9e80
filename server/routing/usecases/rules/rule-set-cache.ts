import type { OpenExperiment } from "../../domain/experiments/experiment";
import type { RuleSet } from "../../domain/rules/rule";

/** A merchant's rules in force with the open experiment, parsed. */
export type RulesInForce = RuleSet & {
  version: number;
  experiment: OpenExperiment | null;
  /** The open experiment whose rules cannot be read, so that they are not read again for each payment. */
  unreadableExperiment: number | null;
};

const MAX_MERCHANTS = 1_000;

/**
 * Caches merchants' rules in this process, so that a payment reads only the version number and not the rules. The rules of
 * a version or an experiment never change, so no entry can be stale; the number of the version in force, and the open
 * experiment with its share, are always read from the database.
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
