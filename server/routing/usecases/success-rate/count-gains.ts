import type { Db } from "@/server/platform/pool";
import { addGains, type GainChange } from "../../store/success-rate/gains";
import type { PaymentOutcome } from "../../store/success-rate/payment-outcomes";

/** What outcomes add to what routing by success rates reached. Saved in the transaction that counts them. */
export class GainCount {
  readonly #changes = new Map<string, GainChange>();

  /** All outcomes count, also those that say nothing of a gateway: the same customers came to each of them. */
  add({ chosen, createdAt, isSuccess }: PaymentOutcome): void {
    if (chosen === null) return;
    const day = createdAt.toISOString().slice(0, 10);
    const key = JSON.stringify([day, chosen.ruleId, chosen.gateways, chosen.gateway]);
    const { ruleId, gateways, gateway } = chosen;
    const none = { payments: 0, successes: 0, weights: 0, weightedSuccesses: 0, squares: 0 };
    const earlier = this.#changes.get(key) ?? { ...none, day, ruleId, gateways, gateway };
    const weight = 1 / chosen.share;
    const success = isSuccess ? 1 : 0;
    this.#changes.set(key, {
      ...earlier,
      payments: earlier.payments + 1,
      successes: earlier.successes + success,
      weights: earlier.weights + weight,
      weightedSuccesses: earlier.weightedSuccesses + success * weight,
      squares: earlier.squares + weight ** 2,
    });
  }

  async save(db: Db, merchantId: number): Promise<void> {
    await addGains(db, merchantId, [...this.#changes.values()]);
  }
}
