import type { Db } from "@/server/platform/pool";
import type { ExperimentPart } from "../../domain/experiments/part";
import { isBeyondGuardrail } from "../../domain/experiments/interval";
import { trialResult } from "../../domain/experiments/results";
import { shadowPath } from "../../domain/experiments/shadow-path";
import type { GatewayAttempt } from "../../domain/payments/decision";
import { knownOf, type Statistics } from "../../domain/success-rate/counted";
import { meanOf } from "../../domain/success-rate/estimate";
import { DEFAULT_STATISTICS } from "../../domain/success-rate/statistics";
import { addResults, findResults, type ResultChange } from "../../store/experiments/experiment-results";
import { endExperiment, findExperiment } from "../../store/experiments/rule-experiments";
import type { PaymentOutcome } from "../../store/success-rate/payment-outcomes";
import type { Deps } from "../deps";

const MILLION = 1_000_000;

type ShadowPart = Extract<ExperimentPart, { phase: "shadow" }>;
type Counted = PaymentOutcome & { segments: readonly string[] };

/** What outcomes add to the experiments that their payments belong to. Saved in the transaction that counts them. */
export class ExperimentCount {
  readonly #changes = new Map<string, ResultChange>();

  /**
   * `statistics`: as they were before this outcome, for an expectation that does not know it. A shadow leaves out what was
   * cancelled: no rate expects it. In a trial both sides have the same customers: leaving some outcomes out could only favour
   * one of them.
   */
  add(outcome: Counted, statistics: Statistics): void {
    const change = changeOf(outcome, statistics);
    if (change === null) return;
    if (change.arm === "shadow" && outcome.isCancelled) return;
    const key = keyOf(change);
    const earlier = this.#changes.get(key);
    this.#changes.set(key, earlier === undefined ? change : sumOf(earlier, change));
  }

  /** Ends a trial whose candidate rules turned out to be worse by its guardrail. */
  async save(deps: Deps, db: Db, merchantId: number): Promise<void> {
    const changes = [...this.#changes.values()];
    await addResults(db, merchantId, changes);
    const trials = changes.filter(({ arm }) => arm !== "shadow").map(({ experimentId }) => experimentId);
    for (const id of new Set(trials)) {
      const experiment = await findExperiment(db, merchantId, id);
      if (experiment === null || experiment.trial === null || experiment.ended !== null) continue;
      const sums = (await findResults(db, merchantId, [id])).get(id)?.trial ?? [];
      const { difference } = trialResult(sums);
      if (!isBeyondGuardrail(difference, experiment.trial.guardrail)) continue;
      const end = { at: deps.clock.now(), by: null, reason: "guardrail" } as const;
      if (await endExperiment(db, merchantId, id, end)) {
        deps.logger.warn({ merchantId, experiment: id, difference }, "the guardrail ended a trial of rules");
      }
    }
  }
}

function changeOf(outcome: Counted, statistics: Statistics): ResultChange | null {
  const { experiment, facts, isSuccess } = outcome;
  if (experiment === null) return null;
  const { part, attempts } = experiment;
  const arm = armOf(part);
  if (arm === null) return null;
  const outcomeValue = isSuccess ? 1 : 0;
  const change: ResultChange = {
    experimentId: part.id,
    arm,
    day: outcome.createdAt.toISOString().slice(0, 10),
    currency: facts.currency,
    paymentMethod: facts.paymentMethod ?? "",
    gateway: gatewayOf(attempts),
    otherGateway: "",
    payments: 1,
    successes: outcomeValue,
    abandoned: outcome.isAbandoned ? 1 : 0,
    expected: 0,
    squares: 0,
    deviations: 0,
    paidPaise: isSuccess ? facts.amountPaise : 0n,
    paidSquares: outcomeValue * squareOf(facts.amountPaise),
    expectedPaise: 0n,
    expectedSquares: 0,
  };
  if (part.phase === "trial") return change;
  const { gateway: otherGateway, rate, deviation } = expectationOf(outcome, part, attempts, statistics);
  return {
    ...change,
    otherGateway,
    expected: rate,
    squares: (rate - outcomeValue) ** 2,
    deviations: deviation,
    expectedPaise: (facts.amountPaise * BigInt(Math.round(rate * MILLION))) / BigInt(MILLION),
    expectedSquares: rate * squareOf(facts.amountPaise),
  };
}

/** Loses digits above 2^53: only the variance of fees uses it, which is no amount. */
function squareOf(whole: bigint): number {
  return parseInt((whole * whole).toString(), 10);
}

/** Null for payments that only one side has: they cannot be compared. */
function armOf(part: ExperimentPart): ResultChange["arm"] | null {
  if (part.phase === "shadow") return "shadow";
  if (part.effect === "moved") return part.arm;
  return part.effect === "refused_now" ? null : part.effect;
}

/** The one that took the payment, which is paid for it; where none did, the one that was tried first. */
function gatewayOf(attempts: readonly GatewayAttempt[]): string {
  const took = attempts.find(({ outcome }) => outcome === "opened") ?? attempts[0];
  return took?.gateway ?? "";
}

/**
 * The chance of a success under the candidate rules, from 0 to 1, with the standard deviation of what is believed, and the
 * gateway that would have taken the payment; empty where they would have refused it.
 */
function expectationOf(
  { isSuccess, segments, at }: Counted,
  { gateway: first, failover }: ShadowPart,
  attempts: readonly GatewayAttempt[],
  statistics: Statistics,
): { gateway: string; rate: number; deviation: number } {
  if (first === null) return { gateway: "", rate: 0, deviation: 0 };
  const path = shadowPath([first, ...failover], attempts);
  if (path.kind === "none") return { gateway: first, rate: 0, deviation: 0 };
  const { gateway } = path;
  if (path.kind === "own") return { gateway, rate: isSuccess ? 1 : 0, deviation: 0 };
  const [known] = knownOf(statistics, segments, [gateway], at, DEFAULT_STATISTICS);
  if (known === undefined) return { gateway, rate: 0, deviation: 0 };
  const rate = meanOf(known.belief);
  const { alpha, beta } = known.belief;
  return { gateway, rate, deviation: Math.sqrt((rate * (1 - rate)) / (alpha + beta + 1)) };
}

function keyOf(change: ResultChange): string {
  const { experimentId, arm, day, currency, paymentMethod, gateway, otherGateway } = change;
  return JSON.stringify([experimentId, arm, day, currency, paymentMethod, gateway, otherGateway]);
}

function sumOf(a: ResultChange, b: ResultChange): ResultChange {
  return {
    ...a,
    payments: a.payments + b.payments,
    successes: a.successes + b.successes,
    abandoned: a.abandoned + b.abandoned,
    expected: a.expected + b.expected,
    squares: a.squares + b.squares,
    deviations: a.deviations + b.deviations,
    paidPaise: a.paidPaise + b.paidPaise,
    paidSquares: a.paidSquares + b.paidSquares,
    expectedPaise: a.expectedPaise + b.expectedPaise,
    expectedSquares: a.expectedSquares + b.expectedSquares,
  };
}
