import { GatewayRecordUnknown, type Gateway } from "../../gateway/port";
import type { Deps } from "../deps";
import type { Finding, Evaluation, Outcome, Problem } from "./finding";

type Compared = Pick<Finding, "record" | "merchantId" | "id" | "here">;

/** One record and its comparison: `fetch` reads it from the gateway, `evaluate` evaluates the result. */
export type Comparison<T> = Compared & {
  gateway: string;
  fetch: (gateway: Gateway) => Promise<T>;
  evaluate: (there: T) => Evaluation | Promise<Evaluation>;
  describe: (there: T) => string;
};

/** After this many failed fetches in a row, a gateway is not called again in this run: each one costs its timeout. */
const MAX_SILENCES = 5;

/** Compares records one at a time, and remembers which gateways do not respond. */
export class Comparer {
  readonly #silences = new Map<string, number>();

  constructor(
    readonly deps: Deps,
    readonly isDryRun: boolean,
  ) {}

  /** Null when the record agrees with its gateway. */
  async compare<T>(comparison: Comparison<T>): Promise<Finding | null> {
    const fetched = await this.#fetch(comparison);
    if (fetched.kind === "concluded")
      return this.#conclude(comparison, fetched.problem, fetched.outcome, fetched.there);
    const evaluation = await comparison.evaluate(fetched.there);
    const there = comparison.describe(fetched.there);
    switch (evaluation.kind) {
      case "agrees":
        return null;
      case "needs_person":
        if (!this.isDryRun) await evaluation.note?.();
        return this.#conclude(comparison, evaluation.problem, "needs_person", there);
      case "repairable": {
        if (this.isDryRun) return this.#conclude(comparison, evaluation.problem, "would_repair", there);
        const isRepaired = await evaluation.repair();
        return isRepaired ? this.#conclude(comparison, evaluation.problem, "repaired", there) : null;
      }
    }
  }

  #conclude(
    { record, merchantId, id, here }: Compared,
    problem: Problem,
    outcome: Outcome,
    there: string,
  ): Finding {
    return { record, merchantId, id, problem, outcome, here, there };
  }

  async #fetch<T>({
    gateway: name,
    fetch,
  }: Comparison<T>): Promise<
    { kind: "fetched"; there: T } | { kind: "concluded"; problem: Problem; outcome: Outcome; there: string }
  > {
    const unanswered = { kind: "concluded", problem: "no_answer", outcome: "unanswered" } as const;
    const gateway = this.deps.gateways.get(name);
    if (gateway === undefined) return { ...unanswered, there: `gateway "${name}" is not configured here` };
    const silences = this.#silences.get(name) ?? 0;
    if (silences >= MAX_SILENCES) return { ...unanswered, there: `${name} did not answer before` };
    try {
      const there = await fetch(gateway);
      this.#silences.set(name, 0);
      return { kind: "fetched", there };
    } catch (error) {
      if (error instanceof GatewayRecordUnknown) {
        this.#silences.set(name, 0);
        return { kind: "concluded", problem: "unknown_there", outcome: "needs_person", there: error.message };
      }
      this.#silences.set(name, silences + 1);
      return { ...unanswered, there: error instanceof Error ? error.message : `${name} failed` };
    }
  }
}
