import type { RULE_OPERATIONS } from "@/lib/contract/ops/rules";
import { findRules, pageOfRuleVersions, problemsOf } from "../../usecases/rules/find-rules";
import { restoreRules } from "../../usecases/rules/restore-rules";
import type { SaveRulesRefusal } from "../../usecases/rules/save-rules";
import { saveRules } from "../../usecases/rules/save-rules";
import { type OpsHandlers, type OpsRefusal, refuseOps, refuseOpsFields } from "./handler";
import { experimentHandlers } from "./rule-experiments";
import { refuseCursor } from "./page";
import {
  authorOf,
  presentProblems,
  presentRuleSet,
  presentSaved,
  presentVersion,
  refuseVersion,
} from "./present-rules";
import { ruleTrialHandlers } from "./rule-trials";

const NO_SUCH_VERSION = refuseOps(404, "There is no such version of the rules.");

export const ruleHandlers: OpsHandlers<keyof typeof RULE_OPERATIONS> = {
  ...ruleTrialHandlers,
  ...experimentHandlers,

  "rules.current": async (deps, { merchantId }) => {
    const found = await findRules(deps, merchantId, null);
    return found === null
      ? NO_SUCH_VERSION
      : { status: 200, body: presentRuleSet(found, await problemsOf(deps, merchantId, found)) };
  },

  "rules.version": async (deps, { merchantId }, { version }) => {
    const found = await findRules(deps, merchantId, version);
    return found === null
      ? NO_SUCH_VERSION
      : { status: 200, body: presentRuleSet(found, await problemsOf(deps, merchantId, found)) };
  },

  "rules.versions": async (deps, { merchantId }, { cursor, limit }) => {
    const before = readVersionCursor(cursor ?? null);
    if (before === undefined) return refuseCursor();
    const { versions, nextBefore } = await pageOfRuleVersions(deps, merchantId, { before, limit });
    return {
      status: 200,
      body: {
        versions: versions.map((version) => ({ ...presentVersion(version), rule_count: version.ruleCount })),
        next_cursor: nextBefore === null ? null : String(nextBefore),
      },
    };
  },

  "rules.save": async (deps, caller, input) => {
    const result = await saveRules(deps, caller.merchantId, {
      expectedVersion: input.expected_version,
      rules: input.rules,
      author: authorOf(caller, input.author),
      note: input.note ?? null,
      restoredFrom: null,
    });
    return result.ok ? presentSaved(result.value) : refuseSave(result.error, 400, "rules");
  },

  "rules.restore": async (deps, caller, input) => {
    const result = await restoreRules(deps, caller.merchantId, {
      version: input.version,
      expectedVersion: input.expected_version,
      author: authorOf(caller, input.author),
      note: input.note ?? null,
    });
    if (result.ok) return presentSaved(result.value);
    if (result.error.kind === "unknown_version") return NO_SUCH_VERSION;
    return refuseSave(result.error, 422, `version ${input.version}, rules`);
  },
};

/** Undefined for a text that no page returned as its cursor. */
function readVersionCursor(cursor: string | null): number | null | undefined {
  if (cursor === null) return null;
  return /^[1-9][0-9]{0,8}$/.test(cursor) ? parseInt(cursor, 10) : undefined;
}

/** `status` for rules with a problem: 400 when the request sent them, 422 when they were stored. */
function refuseSave(refusal: SaveRulesRefusal, status: 400 | 422, root: string): OpsRefusal {
  switch (refusal.kind) {
    case "version_conflict":
      return refuseVersion(refusal.inForce);
    case "problems":
      return { ...refuseOpsFields(presentProblems(refusal.problems, root)), status };
  }
}
