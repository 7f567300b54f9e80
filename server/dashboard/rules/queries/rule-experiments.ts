import type { OpsResult } from "@/lib/contract/ops";
import type { OpsRead } from "@/lib/ops-outcomes";
import { changesBetween, type RuleChanges } from "@/lib/rules/changes";
import { requirePermission } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { readOps } from "../../ops/read-ops";
import { findNames } from "../../people/store";

/** Few: the changes of each one take a call. */
const PAGE_SIZE = 10;

export type WireExperiment = OpsResult<"rules.experiments">["experiments"][number];
export type PromotedView = {
  version: number;
  /** The version in force now; null when it could not be read: nothing can be rolled back then. */
  inForce: number | null;
};
export type RuleExperimentView = WireExperiment & {
  /** The version that its rules became; null unless it was promoted. */
  promoted: PromotedView | null;
  /** What differs from the rules that it is compared with; null where these or its own could not be read. */
  changes: RuleChanges | null;
};
type RuleExperimentPage = { experiments: RuleExperimentView[]; nextCursor: string | null };

/** The experiments with other rules, newest first, each with its results and what it changes. */
export async function ruleExperiments(ctx: Ctx, cursor: string | null): Promise<OpsRead<RuleExperimentPage>> {
  await requirePermission(ctx, "manage_rules", { kind: "rules", id: "experiments" });
  const page = await readOps(ctx, "rules.experiments", { cursor, limit: PAGE_SIZE });
  if (page.kind !== "found") return page;
  const { experiments, next_cursor: nextCursor } = page.value;
  const versions = [...new Set(experiments.map(({ base_version: version }) => version))];
  const isPromoted = ({ ended }: WireExperiment): boolean => ended?.reason === "promoted";
  const [bases, current, named] = await Promise.all([
    Promise.all(versions.map((version) => readOps(ctx, "rules.version", { version }))),
    experiments.some(isPromoted) ? readOps(ctx, "rules.current", {}) : null,
    namePeople(ctx, experiments),
  ]);
  const baseOf = new Map(
    bases.flatMap((read) => (read.kind === "found" ? [[read.value.version, read.value.rules] as const] : [])),
  );
  const inForce = current?.kind === "found" ? current.value.version : null;
  return {
    ...page,
    value: {
      experiments: named.map((experiment) => {
        const base = baseOf.get(experiment.base_version);
        const { rules } = experiment;
        return {
          ...experiment,
          // It is promoted only while its base is in force, so its version is the next one.
          promoted: isPromoted(experiment) ? { version: experiment.base_version + 1, inForce } : null,
          changes: base === undefined || rules === null ? null : changesBetween(base, rules),
        };
      }),
      nextCursor,
    },
  };
}

/** The service stores the e-mail of the person who did something: shown with their name. */
async function namePeople(ctx: Ctx, experiments: readonly WireExperiment[]): Promise<WireExperiment[]> {
  const emails = experiments.flatMap(({ author, trial, ended }) => [
    author,
    ...(trial === null ? [] : [trial.started_by]),
    ...(ended === null || ended.by === null ? [] : [ended.by]),
  ]);
  const names = await findNames(ctx.pool, [...new Set(emails)]);
  const nameOf = (email: string): string => names.get(email) ?? email;
  return experiments.map((experiment) => {
    const { trial, ended } = experiment;
    return {
      ...experiment,
      author: nameOf(experiment.author),
      trial: trial === null ? null : { ...trial, started_by: nameOf(trial.started_by) },
      ended: ended === null ? null : { ...ended, by: ended.by === null ? null : nameOf(ended.by) },
    };
  });
}
