import type { WireRule } from "@/lib/contract/rules/rule";
import { err, ok, type Result } from "@/lib/result";
import { inTransaction } from "@/server/platform/transaction";
import { candidateRulesOf } from "../../domain/experiments/experiment";
import type { ComparedFees } from "../../domain/experiments/fees";
import {
  shadowFees,
  type ShadowResult,
  shadowResult,
  trialFees,
  type TrialResult,
  trialResult,
} from "../../domain/experiments/results";
import type { Fee } from "../../domain/gateways/fee";
import { readRules } from "../../domain/rules/read-rules";
import { type RuleWarning, warningsOf } from "../../domain/rules/warnings";
import { type ExperimentSums, findResults } from "../../store/experiments/experiment-results";
import {
  endExperiment,
  findExperiment,
  insertExperiment,
  listExperiments,
  type RuleExperiment,
  startTrialOf,
} from "../../store/experiments/rule-experiments";
import { listFees } from "../../store/gateways/gateway-fees";
import { findRuleSet, type RuleVersion } from "../../store/rules/rules";
import { copyShares } from "../../store/success-rate/success-rate-shares";
import type { Deps } from "../deps";
import { gatewaysFor } from "../gateways/gateway-of";
import { onePage } from "../one-page";
import { type RuleProblem, ruleProblems } from "../rules/rule-problems";
import { feesKnown, saveRules, type SavedRules } from "../rules/save-rules";

/**
 * An experiment with what its payments showed; null for a phase without an outcome.
 */
export type ExperimentView = RuleExperiment & {
  /** `fees`: by currency, with the fees that are entered now; null where some payments were counted without their amounts. */
  shadowResult: (ShadowResult & { fees: ComparedFees[] }) | null;
  /** Counts payments that the rules send to different gateways; `same` and `unmatched` are the others. */
  trialResult: (TrialResult & { same: number; unmatched: number; fees: ComparedFees[] }) | null;
  /** Open, and made against the rules in force. */
  isOpen: boolean;
};

export type ExperimentRefusal =
  | { kind: "experiment_not_found" }
  /** It is not in the phase that this needs; `experiment` says in which it is. */
  | { kind: "wrong_phase"; experiment: RuleExperiment }
  | { kind: "version_conflict"; inForce: RuleVersion };

export type StartRefusal =
  | { kind: "problems"; problems: readonly RuleProblem[] }
  | { kind: "version_conflict"; inForce: RuleVersion }
  | { kind: "another_is_open"; id: number };

/** Newest first, in keyset pages: `before` is the last experiment of the previous page. */
export async function pageOfExperiments(
  deps: Deps,
  merchantId: number,
  page: { before: number | null; limit: number },
): Promise<{ experiments: ExperimentView[]; nextBefore: number | null }> {
  const { items, next } = await onePage(
    page.limit,
    (most) => listExperiments(deps.pool, merchantId, { before: page.before, limit: most }),
    ({ id }) => id,
  );
  return { experiments: await withResults(deps, merchantId, items), nextBefore: next };
}

/** Evaluates these rules beside those in force, for every payment from now on, and sends none of them there. */
export async function startExperiment(
  deps: Deps,
  merchantId: number,
  start: { expectedVersion: number; rules: readonly WireRule[]; author: string; note: string | null },
): Promise<Result<ExperimentView & { warnings: readonly RuleWarning[] }, StartRefusal>> {
  const problems = ruleProblems(await gatewaysFor(deps, merchantId), start.rules);
  if (problems.length > 0) return err({ kind: "problems", problems });
  const { expectedVersion, ...candidate } = start;
  const id = await inTransaction(deps.pool, async (db) => {
    const inserted = await insertExperiment(db, merchantId, {
      ...candidate,
      baseVersion: expectedVersion,
      startedAt: deps.clock.now(),
    });
    // A rule that is in force too would begin worse than it is now if its shares were equal.
    if (inserted !== null && candidate.rules.some(({ target }) => target.kind === "success_rate")) {
      const to = candidateRulesOf(inserted);
      await copyShares(db, merchantId, { ids: candidate.rules.map(({ id: rule }) => rule), from: "", to });
    }
    return inserted;
  });
  if (id !== null) {
    const [view, hasFees] = await Promise.all([viewOf(deps, merchantId, id), feesKnown(deps, merchantId)]);
    return ok({ ...view, warnings: warningsOf(readRules(null, start.rules), view.startedAt, hasFees) });
  }
  const inForce = await versionInForce(deps, merchantId);
  if (inForce.version !== expectedVersion) return err({ kind: "version_conflict", inForce });
  const [newest] = await listExperiments(deps.pool, merchantId, { before: null, limit: 1 });
  return err({ kind: "another_is_open", id: newest?.id ?? 0 });
}

/** Moves an experiment from shadow to a trial: the candidate rules decide this share of the payments. */
export async function startTrial(
  deps: Deps,
  merchantId: number,
  trial: { id: number; share: number; guardrail: number; author: string },
): Promise<Result<ExperimentView, ExperimentRefusal | Extract<StartRefusal, { kind: "problems" }>>> {
  const { id, share, guardrail, author } = trial;
  const found = await findExperiment(deps.pool, merchantId, id);
  if (found !== null && found.rules === null) return err({ kind: "wrong_phase", experiment: found });
  const problems = ruleProblems(await gatewaysFor(deps, merchantId), found?.rules ?? []);
  if (problems.length > 0) return err({ kind: "problems", problems });
  const started = { share, guardrail, startedAt: deps.clock.now(), startedBy: author };
  if (await startTrialOf(deps.pool, merchantId, id, started)) return ok(await viewOf(deps, merchantId, id));
  return err(await whyNot(deps, merchantId, id));
}

/** Ends an experiment: from the next payment on, the rules in force decide all of them. */
export async function stopExperiment(
  deps: Deps,
  merchantId: number,
  { id, author }: { id: number; author: string },
): Promise<Result<ExperimentView, ExperimentRefusal>> {
  const end = { at: deps.clock.now(), by: author, reason: "stopped" } as const;
  if (await endExperiment(deps.pool, merchantId, id, end)) return ok(await viewOf(deps, merchantId, id));
  return err(await whyNot(deps, merchantId, id));
}

/** Puts the candidate rules in force as a new version, and ends the experiment. */
export async function promoteExperiment(
  deps: Deps,
  merchantId: number,
  { id, author, note }: { id: number; author: string; note: string | null },
): Promise<Result<SavedRules, ExperimentRefusal | Extract<StartRefusal, { kind: "problems" }>>> {
  const experiment = await findExperiment(deps.pool, merchantId, id);
  if (experiment === null) return err({ kind: "experiment_not_found" });
  if (experiment.ended !== null || experiment.rules === null) return err({ kind: "wrong_phase", experiment });
  const { rules, baseVersion } = experiment;
  const saved = await saveRules(deps, merchantId, {
    expectedVersion: baseVersion,
    rules,
    author,
    note,
    restoredFrom: null,
    promotes: id,
  });
  if (!saved.ok) {
    // The version is the same, so only its end differs: somebody stopped it at the same moment.
    const isStopped = saved.error.kind === "version_conflict" && saved.error.inForce.version === baseVersion;
    return err(isStopped ? await whyNot(deps, merchantId, id) : saved.error);
  }
  return saved;
}

async function whyNot(deps: Deps, merchantId: number, id: number): Promise<ExperimentRefusal> {
  const experiment = await findExperiment(deps.pool, merchantId, id);
  if (experiment === null) return { kind: "experiment_not_found" };
  const inForce = await versionInForce(deps, merchantId);
  if (experiment.ended === null && inForce.version !== experiment.baseVersion) {
    return { kind: "version_conflict", inForce };
  }
  return { kind: "wrong_phase", experiment };
}

async function versionInForce(deps: Deps, merchantId: number): Promise<RuleVersion> {
  const inForce = await findRuleSet(deps.pool, merchantId, null);
  if (inForce === null) throw new Error(`merchant ${merchantId} has no version of routing rules`);
  return inForce;
}

async function viewOf(deps: Deps, merchantId: number, id: number): Promise<ExperimentView> {
  const experiment = await findExperiment(deps.pool, merchantId, id);
  const [view] = experiment === null ? [] : await withResults(deps, merchantId, [experiment]);
  if (view === undefined) throw new Error(`experiment ${id} of merchant ${merchantId} vanished`);
  return view;
}

const NO_SUMS: ExperimentSums = { shadow: [], trial: [], same: 0, unmatched: 0 };

async function withResults(
  deps: Deps,
  merchantId: number,
  experiments: readonly RuleExperiment[],
): Promise<ExperimentView[]> {
  if (experiments.length === 0) return [];
  const ids = experiments.map(({ id }) => id);
  const [results, inForce, lists] = await Promise.all([
    findResults(deps.pool, merchantId, ids),
    versionInForce(deps, merchantId),
    listFees(deps.pool, merchantId),
  ]);
  const feesOf = (gateway: string): readonly Fee[] =>
    lists.find((list) => list.gateway === gateway)?.fees ?? [];
  return experiments.map((experiment) => {
    const sums = results.get(experiment.id) ?? NO_SUMS;
    const shadow = shadowResult(sums.shadow);
    return {
      ...experiment,
      shadowResult: shadow === null ? null : { ...shadow, fees: shadowFees(sums.shadow, feesOf) },
      trialResult:
        experiment.trial === null
          ? null
          : {
              ...trialResult(sums.trial),
              same: sums.same,
              unmatched: sums.unmatched,
              fees: trialFees(sums.trial, feesOf),
            },
      isOpen: experiment.ended === null && experiment.baseVersion === inForce.version,
    };
  });
}
