import type { z } from "zod";
import type { OpsBody } from "@/lib/contract/ops";
import type { routingDecisionSchema } from "@/lib/contract/ops/rules";
import { formatPaise } from "@/lib/money";
import type { ExperimentPart } from "../../domain/experiments/part";
import type { GatewayAttempt, RoutingDecision } from "../../domain/payments/decision";
import type { RuleVerdict } from "../../domain/rules/route";
import { readSegment } from "../../domain/success-rate/segment";
import type { RuleWarning } from "../../domain/rules/warnings";
import { keyInShort } from "../../domain/keys/api-key";
import type { RuleProblem } from "../../usecases/rules/rule-problems";
import type { SavedRules } from "../../usecases/rules/save-rules";
import { type OpsResponse, type OpsCaller, type OpsRefusal, refuseOps } from "./handler";

type WireDecision = z.input<typeof routingDecisionSchema>;
type WireVerdict = OpsBody<"rules.simulate">["rules"][number];
type WireRuleSet = OpsBody<"rules.current">;

type StoredVersion = {
  version: number;
  author: string;
  note: string | null;
  restoredFrom: number | null;
  createdAt: Date;
};

type WireVersion = Pick<WireRuleSet, "version" | "author" | "note" | "restored_from" | "created_at">;

export function authorOf({ apiKey }: OpsCaller, author: string | null | undefined): string {
  return author ?? keyInShort(apiKey);
}

export function presentSaved({ saved, warnings }: SavedRules): OpsResponse<"rules.save"> {
  return { status: 200, body: { ...presentRuleSet(saved, []), warnings: warnings.map(presentWarning) } };
}

/** The change was made from another version than the one in force. */
export function refuseVersion({ version, author, createdAt }: StoredVersion): OpsRefusal {
  return refuseOps(
    409,
    `Version ${version} is in force, saved by ${author} at ${createdAt.toISOString()}. Read it with rules.current, ` +
      `then make the change from it.`,
  );
}

export function presentVersion(stored: StoredVersion): WireVersion {
  return {
    version: stored.version,
    author: stored.author,
    note: stored.note,
    restored_from: stored.restoredFrom,
    created_at: stored.createdAt.toISOString(),
  };
}

export function presentRuleSet(
  stored: StoredVersion & { rules: WireRuleSet["rules"] },
  problems: readonly RuleProblem[],
): WireRuleSet {
  return { ...presentVersion(stored), rules: stored.rules, problems: presentProblems(problems, "rules") };
}

/** `root`: the prefix of a field's path. */
export function presentProblems(
  problems: readonly RuleProblem[],
  root: string,
): { field: string; text: string }[] {
  return problems.map((problem) => ({
    field: [root, ...problem.path].join("."),
    text: problemText(problem),
  }));
}

function problemText(problem: RuleProblem): string {
  switch (problem.kind) {
    case "unknown_gateway":
      return `The service has no gateway named "${problem.gateway}". gateways.list returns which it has.`;
    case "gateway_off":
      return (
        `The gateway "${problem.gateway}" is off and takes no payments. Choose one that gateways.list shows as taking ` +
        `payments, or start the service with SIMULATOR=on.`
      );
    case "time_zone":
      return (
        `"${problem.timeZone}" is not an IANA time zone; abbreviations mean different times in different places. ` +
        `Use a name like "Asia/Kolkata".`
      );
  }
}

export function presentWarning(warning: RuleWarning): OpsBody<"rules.save">["warnings"][number] {
  switch (warning.kind) {
    case "no_active_rule":
      return {
        code: warning.kind,
        rule_id: null,
        text: "No rule is active: every new payment is refused until one is.",
      };
    case "rule_is_over":
      return {
        code: warning.kind,
        rule_id: warning.ruleId,
        text: `The active times of this rule ended at ${warning.until.toISOString()}.`,
      };
    case "fee_unknown":
      return {
        code: warning.kind,
        rule_id: warning.ruleId,
        text:
          `No fee of ${warning.gateways.join(", ")} is known, so this rule does not weigh fees. Enter them with ` +
          `gateways.save_fees.`,
        gateways: [...warning.gateways],
      };
  }
}

export function presentVerdict(verdict: RuleVerdict): WireVerdict {
  return {
    rule_id: verdict.ruleId,
    rule_name: verdict.ruleName,
    outcome: verdict.outcome,
    mismatches: verdict.mismatches.map(({ field, wanted, actual }) => ({ field, wanted, actual })),
  };
}

/** The wire format of a routing decision: why a payment went to its gateway. */
export function presentDecision(decision: RoutingDecision): WireDecision {
  return {
    rule_set_version: decision.ruleSetVersion,
    rules: decision.verdicts.map(presentVerdict),
    attempts: decision.attempts.map(presentAttempt),
    ...(decision.shares.length > 0 ? { success_rates: decision.shares.map(presentShares) } : {}),
    ...(decision.avoided.length > 0 ? { avoided: [...decision.avoided] } : {}),
    ...(decision.experiment === null ? {} : { experiment: presentPart(decision.experiment) }),
  };
}

function presentPart(part: ExperimentPart): NonNullable<WireDecision["experiment"]> {
  const { id } = part;
  return part.phase === "shadow"
    ? { id, phase: "shadow", arm: null, rule_id: part.ruleId, gateway: part.gateway }
    : { id, phase: "trial", arm: part.arm, rule_id: null, gateway: null };
}

function presentShares({
  ruleId,
  segment,
  at,
  costWithin,
  gateways,
}: RoutingDecision["shares"][number]): NonNullable<WireDecision["success_rates"]>[number] {
  const { currency, method, scheme, bank, fromPaise, belowPaise } = readSegment(segment);
  return {
    rule_id: ruleId,
    segment: {
      currency,
      payment_method: method,
      card_scheme: scheme,
      issuing_bank: bank,
      amount_from: fromPaise === null ? null : formatPaise(fromPaise),
      amount_below: belowPaise === null ? null : formatPaise(belowPaise),
    },
    counted_at: at.toISOString(),
    gateways: gateways.map(({ gateway, share, rate, outcomes, isFailing, feeRate }) => ({
      gateway,
      share,
      success_rate: rate,
      outcomes,
      is_failing: isFailing,
      fee_rate: feeRate,
    })),
    ...(costWithin > 0 ? { cost_within: costWithin } : {}),
  };
}

function presentAttempt(attempt: GatewayAttempt): WireDecision["attempts"][number] {
  const { ruleId, gateway, outcome } = attempt;
  const common = { rule_id: ruleId, gateway, outcome };
  switch (attempt.outcome) {
    case "opened":
      return { ...common, cause: null, message: null };
    case "failed":
      return { ...common, cause: attempt.cause, message: attempt.message };
    case "skipped":
      return { ...common, cause: null, message: attempt.message };
  }
}
