import { formatPaise } from "@/lib/money";
import { type Money, type RecordFacts, stakeOf } from "../../domain/reconciliation/finding";
import { storableText } from "../../domain/reconciliation/run";
import { UnreadableSecretError } from "../../domain/keys/unreadable-secret";
import { GatewayRecordUnknown, type Gateway } from "../../gateway/port";
import type { RecordKey } from "../../store/reconciliation/finding-rows";
import type { Deps } from "../deps";
import { SentBackUnknown } from "../payments/sent-back-before-restore";
import { gatewayOf, type Place } from "../gateways/gateway-of";
import type { Compared, Evaluation, Examined, There } from "./finding";

/** A record of the service: where it is, what it is about, and how it is. */
export type Here = {
  key: RecordKey;
  gateway: string;
  gatewayAccount: number | null;
  reference: string | null;
  facts: RecordFacts;
  amount: Money;
};

/** One record and its comparison: `fetch` reads it from the gateway, `evaluate` evaluates the result. */
type Comparison<T> = {
  here: Here;
  fetch: (gateway: Gateway) => Promise<T>;
  evaluate: (there: T) => Evaluation | Promise<Evaluation>;
  describe: (there: T) => There;
};

/** A gateway is not called again in this run after this many failed fetches in a row: each one costs its timeout. */
const MAX_SILENCES = 5;

/** Compares records one at a time, and remembers which gateways do not respond. */
export class Comparer {
  readonly silences: Map<string, number>;

  constructor(
    readonly deps: Deps,
    silences: Readonly<Record<string, number>> = {},
  ) {
    this.silences = new Map(Object.entries(silences));
  }

  async compare<T>({ here, fetch, evaluate, describe }: Comparison<T>): Promise<Examined> {
    const { key, gateway, gatewayAccount } = here;
    const fetched = await this.#fetch({ merchantId: key.merchantId, gateway, gatewayAccount }, fetch);
    switch (fetched.kind) {
      case "silent":
        return { kind: "unanswered", key, gateway, reason: fetched.reason };
      case "unknown":
        return disagreement(here, { kind: "needs_person", problem: "unknown_there" }, fetched.message);
      case "fetched":
        return disagreement(here, await evaluate(fetched.there), describe(fetched.there));
    }
  }

  async #fetch<T>(
    place: Place,
    fetch: (gateway: Gateway) => Promise<T>,
  ): Promise<
    { kind: "fetched"; there: T } | { kind: "unknown"; message: string } | { kind: "silent"; reason: string }
  > {
    const gateway = await this.#gatewayOf(place);
    if (gateway === undefined)
      return { kind: "silent", reason: `gateway "${place.gateway}" is not configured here` };
    if (gateway === "sealed")
      return { kind: "silent", reason: `the credentials for "${place.gateway}" do not open` };
    // One account's revoked key must not leave another account's records uncompared.
    const name =
      place.gatewayAccount === null ? place.gateway : `${place.gateway} account ${place.gatewayAccount}`;
    const silences = this.silences.get(name) ?? 0;
    if (silences >= MAX_SILENCES) return { kind: "silent", reason: `${name} did not answer before` };
    try {
      const there = await fetch(gateway);
      this.silences.set(name, 0);
      return { kind: "fetched", there };
    } catch (error) {
      if (error instanceof GatewayRecordUnknown) {
        this.silences.set(name, 0);
        return { kind: "unknown", message: error.message };
      }
      // It answered, but did not say of this charge whether it was sent back.
      this.silences.set(name, error instanceof SentBackUnknown ? 0 : silences + 1);
      return { kind: "silent", reason: error instanceof Error ? error.message : `${name} failed` };
    }
  }

  /** Credentials that do not open must not keep the records of other accounts from being compared. */
  async #gatewayOf(place: Place): Promise<Gateway | "sealed" | undefined> {
    try {
      return await gatewayOf(this.deps, place);
    } catch (error) {
      if (error instanceof UnreadableSecretError) return "sealed";
      throw error;
    }
  }
}

/** `there`: what the gateway reports, or its message when it has no such record. */
export function disagreement(here: Here, evaluation: Evaluation, there: There | string): Compared {
  const { key, gateway, reference, facts, amount } = here;
  if (evaluation.kind === "agrees") return { kind: "agrees", key, gateway, note: evaluation.note };
  const { problem } = evaluation;
  const told = evaluation.kind === "needs_person" ? evaluation.there : undefined;
  const reported = told ?? (typeof there === "string" ? null : there);
  return {
    kind: "disagrees",
    key,
    gateway,
    finding: {
      ...key,
      reference,
      gateway,
      problem,
      isCertain: evaluation.kind === "repairable",
      here: facts,
      there: reported === null ? null : factsThere(reported),
      thereNote: typeof there === "string" ? storableText(there) : null,
      stake: stakeOf(problem, amount, reported?.amount ?? null),
    },
    repair: evaluation.kind === "repairable" ? evaluation.repair : null,
    note: evaluation.kind === "needs_person" ? (evaluation.note ?? null) : null,
  };
}

function factsThere({ status, amount, gatewayId }: There): RecordFacts {
  return {
    status,
    amount: amount === null ? null : formatPaise(amount.paise),
    currency: amount?.currency ?? null,
    gatewayId,
    createdAt: null,
    endedAt: null,
  };
}
