import type { Contender } from "@/server/routing/domain/success-rate/shares";

/** A gateway that has had these outcomes, is not failing and has no fee. */
export const contender = (gateway: string, successes: number, failures: number): Contender => ({
  gateway,
  belief: { alpha: successes + 1, beta: failures + 1 },
  isFailing: false,
  tried: successes + failures,
  feeRate: null,
});
