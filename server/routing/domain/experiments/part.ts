/** Whose rules decided a payment of a trial: those in force, or the candidate's. */
export type TrialArm = "current" | "candidate";

/**
 * What the candidate rules change for a payment, whichever arm it belongs to: `same`: both rules choose the same gateway
 * first; `unmatched`: none of the candidate's matches, so they would refuse it once promoted; `refused_now`: none of those in
 * force matches, so that only the candidate's side has such payments.
 */
export const TRIAL_EFFECTS = ["moved", "same", "unmatched", "refused_now"] as const;
export type TrialEffect = (typeof TRIAL_EFFECTS)[number];

/** A payment's part in an experiment, stored with its decision. */
export type ExperimentPart = { id: number } & (
  | {
      phase: "shadow";
      /** What the candidate rules would have chosen first; null where none of them matched. */
      ruleId: string | null;
      gateway: string | null;
      /** What they would have tried after it, in this order. */
      failover: readonly string[];
    }
  | { phase: "trial"; arm: TrialArm; effect: TrialEffect }
);
