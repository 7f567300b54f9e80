import type { OpsBody } from "@/lib/contract/ops";
import type { RULE_EXPERIMENT_OPERATIONS } from "@/lib/contract/ops/rule-experiments";
import { formatPaise } from "@/lib/money";
import type { ComparedFees, SideFees } from "../../domain/experiments/fees";
import type { Difference } from "../../domain/experiments/interval";
import {
  type ExperimentRefusal,
  type ExperimentView,
  pageOfExperiments,
  promoteExperiment,
  startExperiment,
  type StartRefusal,
  startTrial,
  stopExperiment,
} from "../../usecases/experiments/experiments";
import { type OpsHandlers, type OpsRefusal, refuseOps, refuseOpsFields } from "./handler";
import { refuseCursor } from "./page";
import { authorOf, presentProblems, presentSaved, presentWarning, refuseVersion } from "./present-rules";

export const experimentHandlers: OpsHandlers<keyof typeof RULE_EXPERIMENT_OPERATIONS> = {
  "rules.experiments": async (deps, { merchantId }, { cursor, limit }) => {
    const before = readCursor(cursor ?? null);
    if (before === undefined) return refuseCursor();
    const { experiments, nextBefore } = await pageOfExperiments(deps, merchantId, { before, limit });
    return {
      status: 200,
      body: {
        experiments: experiments.map(presentExperiment),
        next_cursor: nextBefore === null ? null : String(nextBefore),
      },
    };
  },

  "rules.start_experiment": async (deps, caller, input) => {
    const started = await startExperiment(deps, caller.merchantId, {
      expectedVersion: input.expected_version,
      rules: input.rules,
      author: authorOf(caller, input.author),
      note: input.note ?? null,
    });
    return started.ok
      ? {
          status: 200,
          body: {
            ...presentExperiment(started.value),
            warnings: started.value.warnings.map(presentWarning),
          },
        }
      : refuse(started.error, { status: 400, root: "rules" });
  },

  "rules.start_trial": async (deps, caller, input) => {
    const started = await startTrial(deps, caller.merchantId, {
      id: input.experiment,
      share: input.share_percent / 100,
      guardrail: input.guardrail_points / 100,
      author: authorOf(caller, input.author),
    });
    return started.ok
      ? { status: 200, body: presentExperiment(started.value) }
      : refuse(started.error, { status: 422, root: `experiment ${input.experiment}, rules` });
  },

  "rules.stop_experiment": async (deps, caller, input) => {
    const author = authorOf(caller, input.author);
    const stopped = await stopExperiment(deps, caller.merchantId, { id: input.experiment, author });
    return stopped.ok ? { status: 200, body: presentExperiment(stopped.value) } : refuse(stopped.error, null);
  },

  "rules.promote_experiment": async (deps, caller, input) => {
    const promoted = await promoteExperiment(deps, caller.merchantId, {
      id: input.experiment,
      author: authorOf(caller, input.author),
      note: input.note ?? null,
    });
    return promoted.ok
      ? presentSaved(promoted.value)
      : refuse(promoted.error, { status: 422, root: `experiment ${input.experiment}, rules` });
  },
};

/** `problems`: the status of rules with a problem, and what their paths begin with; null where there can be none. */
function refuse(
  refusal: ExperimentRefusal | StartRefusal,
  problems: { status: 400 | 422; root: string } | null,
): OpsRefusal {
  switch (refusal.kind) {
    case "experiment_not_found":
      return refuseOps(404, "There is no such experiment.");
    case "version_conflict":
      return refuseVersion(refusal.inForce);
    case "another_is_open":
      return refuseOps(
        409,
        `Experiment ${refusal.id} is open, and two would be mixed up. Stop it, then start the new one.`,
      );
    case "wrong_phase":
      return refuseOps(409, phaseText(refusal.experiment));
    case "problems":
      return {
        ...refuseOpsFields(presentProblems(refusal.problems, problems?.root ?? "rules")),
        status: problems?.status ?? 422,
      };
  }
}

type NotInPhase = Extract<ExperimentRefusal, { kind: "wrong_phase" }>;

function phaseText({ id, ended, trial, rules }: NotInPhase["experiment"]): string {
  if (ended !== null)
    return `Experiment ${id} ${ENDS[ended.reason]}${ended.by === null ? "" : ` by ${ended.by}`} at ${ended.at.toISOString()}. Start a new one.`;
  if (rules === null || trial === null)
    return `The rules of experiment ${id} cannot be read. Stop it, and start a new one.`;
  return `Experiment ${id} is in its trial already, started by ${trial.startedBy} at ${trial.startedAt.toISOString()}.`;
}

const ENDS = {
  stopped: "was stopped",
  promoted: "was promoted",
  guardrail: "was ended by its guardrail",
  rules_changed: "ended when other rules were saved",
} as const;

/** Undefined for a text that no page returned as its cursor. */
function readCursor(cursor: string | null): number | null | undefined {
  if (cursor === null) return null;
  return /^[1-9][0-9]{0,8}$/.test(cursor) ? parseInt(cursor, 10) : undefined;
}

function presentExperiment(view: ExperimentView): OpsBody<"rules.start_trial"> {
  const { trial, ended, shadowResult: shadow, trialResult } = view;
  return {
    id: view.id,
    base_version: view.baseVersion,
    rules: view.rules,
    author: view.author,
    note: view.note,
    started_at: view.startedAt.toISOString(),
    is_open: view.isOpen,
    trial:
      trial === null
        ? null
        : {
            share_percent: percent(trial.share),
            guardrail_points: percent(trial.guardrail),
            started_at: trial.startedAt.toISOString(),
            started_by: trial.startedBy,
          },
    ended: ended === null ? null : { at: ended.at.toISOString(), by: ended.by, reason: ended.reason },
    shadow_result:
      shadow === null
        ? null
        : {
            payments: shadow.payments,
            moved: shadow.moved,
            current_rate: shadow.currentRate,
            expected_rate: shadow.expectedRate,
            interval: presentInterval(shadow.difference),
            gateways: [...shadow.gateways],
            fees: presentFees(shadow.fees),
          },
    trial_result:
      trialResult === null
        ? null
        : {
            current: trialResult.current,
            candidate: trialResult.candidate,
            same: trialResult.same,
            unmatched: trialResult.unmatched,
            interval: presentInterval(trialResult.difference),
            fees: presentFees(trialResult.fees),
          },
  };
}

/** Rounds away what a division by a hundred adds: 0.07 and not 0.07000000000000001. */
function percent(fraction: number): number {
  return Math.round(fraction * 1_000_000) / 10_000;
}

function presentInterval(difference: Difference | null): Difference | null {
  return difference === null ? null : { ...difference };
}

type WireFees = NonNullable<NonNullable<OpsBody<"rules.start_trial">["trial_result"]>["fees"]>;

function presentFees(fees: readonly ComparedFees[]): WireFees {
  const side = (one: SideFees | null): WireFees[number]["current"] =>
    one === null ? null : { share: one.share, per_payment: formatPaise(one.perPaymentPaise) };
  return fees.map(({ currency, missing, current, candidate, difference }) => ({
    currency,
    missing: [...missing],
    current: side(current),
    candidate: side(candidate),
    interval: presentInterval(difference),
  }));
}
