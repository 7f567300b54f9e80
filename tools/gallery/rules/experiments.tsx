"use client";

import { ExperimentActions } from "@/app/(dashboard)/rules/_components/experiment-actions";
import { ExperimentCard } from "@/app/(dashboard)/rules/_components/experiment-card";
import { ExperimentFees } from "@/app/(dashboard)/rules/_components/experiment-fees";
import { ShadowResult, TrialResult } from "@/app/(dashboard)/rules/_components/experiment-results";
import { StartExperimentDialog } from "@/app/(dashboard)/rules/_components/start-experiment-dialog";
import { TrialDialog } from "@/app/(dashboard)/rules/_components/trial-dialog";
import { changesBetween } from "@/lib/rules/changes";
import { DialogExample } from "../dialog-example";
import { Example } from "../example";
import { EXPERIMENT, RULES, SHADOW_RESULT, TRIAL, TRIAL_RESULT } from "./experiment-data";
import { rest } from "./data";

const changes = changesBetween(RULES, [rest]);

const PROMOTED = {
  ...EXPERIMENT,
  is_open: false,
  ended: { at: EXPERIMENT.started_at, by: EXPERIMENT.author, reason: "promoted" as const },
};

/** Experiments with rules, in every phase. */
export function RuleExperimentExamples() {
  return (
    <>
      <Example component="ExperimentCard" state="in shadow, no result yet" opens={[0, 1, 2]}>
        <ExperimentCard experiment={{ ...EXPERIMENT, shadow_result: null }} />
      </Example>
      <Example component="ExperimentCard" state="ended by its guardrail">
        <ExperimentCard
          experiment={{
            ...EXPERIMENT,
            is_open: false,
            trial: TRIAL,
            trial_result: {
              ...TRIAL_RESULT,
              current: { payments: 27_900, successes: 24_610, abandoned: 2_120 },
              candidate: { payments: 3_300, successes: 2_769, abandoned: 341 },
              interval: { difference: -0.043, low: -0.068, high: -0.018 },
            },
            ended: { at: EXPERIMENT.started_at, by: null, reason: "guardrail" },
          }}
        />
      </Example>
      <Example component="ExperimentCard" state="promoted, and can be rolled back" opens={[0]}>
        <ExperimentCard experiment={{ ...PROMOTED, promoted: { version: 8, inForce: 8 } }} />
      </Example>
      <Example component="ExperimentActions" state="in its trial, without a clear improvement" opens={[0, 1]}>
        <ExperimentActions experiment={{ ...EXPERIMENT, trial: TRIAL, trial_result: TRIAL_RESULT }} />
      </Example>
      <Example component="ShadowResult" state="clearly better; some payments would be refused">
        <ShadowResult result={SHADOW_RESULT} />
      </Example>
      <Example component="ExperimentFees" state="higher">
        <ExperimentFees
          fees={[
            {
              currency: "INR",
              missing: [],
              current: { share: 0.0196, per_payment: "38.90" },
              candidate: { share: 0.0212, per_payment: "42.18" },
              interval: { difference: 0.0016, low: 0.0011, high: 0.0021 },
            },
          ]}
        />
      </Example>
      <Example component="TrialResult" state="too few payments">
        <TrialResult
          trial={TRIAL}
          result={{
            current: { payments: 412, successes: 371 },
            candidate: { payments: 40, successes: 38 },
            same: 210,
            unmatched: 0,
            interval: null,
            fees: [
              {
                currency: "INR",
                missing: [],
                current: { share: 0.0212, per_payment: "42.18" },
                candidate: { share: 0.0231, per_payment: "45.01" },
                interval: null,
              },
            ],
          }}
        />
      </Example>
      <DialogExample component="TrialDialog" state="open">
        {(close) => <TrialDialog id={3} onStarted={close} onClose={close} />}
      </DialogExample>
      <DialogExample component="StartExperimentDialog" state="two changes">
        {(close) => (
          <StartExperimentDialog
            draft={{ base: { version: 7, rules: RULES }, rules: [rest] }}
            changes={changes}
            onStarted={close}
            onFaults={close}
            onClose={close}
          />
        )}
      </DialogExample>
    </>
  );
}
