/** Whose rules decided a payment of a trial: those in force, or the candidate's. */
export type TrialArm = "current" | "candidate";

/** A payment's part in an experiment, stored with its decision. */
export type ExperimentPart = { id: number } & (
  | {
      phase: "shadow";
      /** What the candidate rules would have chosen first; null where none of them matched. */
      ruleId: string | null;
      gateway: string | null;
    }
  | { phase: "trial"; arm: TrialArm }
);
