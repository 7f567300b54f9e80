import { GatewayRecordUnknown, type Gateway } from "../../gateway/port";
import type { Deps } from "../deps";
import type { Finding, Judgement, Outcome, Problem } from "./finding";

type Compared = Pick<Finding, "record" | "merchantId" | "id" | "here">;

/** One record and its comparison: `ask` fetches it from the gateway, `judge` evaluates the result. */
export type Comparison<T> = Compared & {
  gateway: string;
  ask: (gateway: Gateway) => Promise<T>;
  judge: (there: T) => Judgement | Promise<Judgement>;
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
    const asked = await this.#ask(comparison);
    if (asked.kind === "told") return this.#conclude(comparison, asked.problem, asked.outcome, asked.there);
    const judgement = await comparison.judge(asked.there);
    const there = comparison.describe(asked.there);
    switch (judgement.kind) {
      case "agrees":
        return null;
      case "needs_person":
        if (!this.isDryRun) await judgement.note?.();
        return this.#conclude(comparison, judgement.problem, "needs_person", there);
      case "repairable": {
        if (this.isDryRun) return this.#conclude(comparison, judgement.problem, "would_repair", there);
        const isRepaired = await judgement.repair();
        return isRepaired ? this.#conclude(comparison, judgement.problem, "repaired", there) : null;
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

  async #ask<T>({
    gateway: name,
    ask,
  }: Comparison<T>): Promise<
    { kind: "answered"; there: T } | { kind: "told"; problem: Problem; outcome: Outcome; there: string }
  > {
    const unanswered = { kind: "told", problem: "no_answer", outcome: "unanswered" } as const;
    const gateway = this.deps.gateways.get(name);
    if (gateway === undefined) return { ...unanswered, there: `gateway "${name}" is not configured here` };
    const silences = this.#silences.get(name) ?? 0;
    if (silences >= MAX_SILENCES) return { ...unanswered, there: `${name} did not answer before` };
    try {
      const there = await ask(gateway);
      this.#silences.set(name, 0);
      return { kind: "answered", there };
    } catch (error) {
      if (error instanceof GatewayRecordUnknown) {
        this.#silences.set(name, 0);
        return { kind: "told", problem: "unknown_there", outcome: "needs_person", there: error.message };
      }
      this.#silences.set(name, silences + 1);
      return { ...unanswered, there: error instanceof Error ? error.message : `${name} failed` };
    }
  }
}
