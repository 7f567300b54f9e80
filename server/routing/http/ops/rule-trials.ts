import type { OpsBody, OpsInput } from "@/lib/contract/ops";
import { formatPaise, parseAmount } from "@/lib/money";
import type { RoutingFacts } from "../../domain/payments/payment";
import type { FirstChoice, Tally } from "../../domain/rules/replay";
import type { RuleChoice } from "../../usecases/rules/find-rules";
import { type ReplayCursor, type ReplayedPayment, replayRules } from "../../usecases/rules/replay-rules";
import { simulateRules } from "../../usecases/rules/simulate-rules";
import { type OpsHandlers, refuseOps } from "./handler";
import { refuseCursor } from "./page";
import { presentVerdict } from "./present-rules";

const NO_SUCH_VERSION = refuseOps(404, "There is no such version of the rules.");

/** The operations that test rules and change nothing. */
export const ruleTrialHandlers: OpsHandlers<"rules.simulate" | "rules.replay"> = {
  "rules.simulate": async (deps, { merchantId }, input) => {
    const sample = { facts: readSample(input.payment), at: input.at ? new Date(input.at) : null };
    const simulation = await simulateRules(deps, merchantId, choiceOf(input), sample);
    if (simulation === null) return NO_SUCH_VERSION;
    return {
      status: 200,
      body: {
        version: simulation.routing.ruleSetVersion,
        at: simulation.at.toISOString(),
        rules: simulation.routing.verdicts.map(presentVerdict),
        gateways: simulation.gateways.map(({ ruleId, gateway, circuit, skippedBecause }) => ({
          rule_id: ruleId,
          gateway,
          state: circuit,
          usable: skippedBecause === null,
          reason: skippedBecause,
        })),
      },
    };
  },

  "rules.replay": async (deps, { merchantId }, input) => {
    const cursor = readReplayCursor(input.cursor ?? null);
    if (cursor === undefined) return refuseCursor();
    const page = { count: input.count, limit: input.limit, cursor };
    const replay = await replayRules(deps, merchantId, choiceOf(input), page);
    if (replay === null) return NO_SUCH_VERSION;
    return {
      status: 200,
      body: {
        version: replay.version,
        replayed: replay.replayed,
        moved: replay.movedCount,
        gateways: replay.gateways.map(({ name, then, now }: Tally) => ({ gateway: name, then, now })),
        rules: replay.rules.map(({ name, then, now }: Tally) => ({ rule_id: name, then, now })),
        payments: replay.moved.map(presentMoved),
        next_cursor: replay.next === null ? null : `${replay.next.newestId}.${replay.next.afterId}`,
      },
    };
  },
};

type Choice = Pick<OpsInput<"rules.simulate">, "version" | "rules">;

function choiceOf({ version, rules }: Choice): RuleChoice {
  return { version: version ?? null, draft: rules ?? null };
}

/** The reference of a sample without one: a split needs a text to hash. */
const SAMPLE_REFERENCE = "sample";

function readSample(payment: OpsInput<"rules.simulate">["payment"]): RoutingFacts {
  const amount = parseAmount(payment.transaction_amount);
  if (!amount.ok) throw new Error("an amount passed the schema that is none");
  return {
    reference: payment.merchant_transaction_id ?? SAMPLE_REFERENCE,
    amountPaise: amount.value,
    currency: payment.currency ?? "INR",
    paymentMethod: payment.payment_method ?? null,
    cardScheme: payment.card_scheme ?? null,
    issuingBank: payment.issuing_bank ?? null,
    udf1: payment.udf1 ?? null,
    udf2: payment.udf2 ?? null,
    udf3: payment.udf3 ?? null,
  };
}

/** Undefined for a text that no page returned as its cursor. */
function readReplayCursor(cursor: string | null): ReplayCursor | null | undefined {
  if (cursor === null) return null;
  const [, newestId, afterId] = /^(TXN[0-9]{21})\.(TXN[0-9]{21})$/.exec(cursor) ?? [];
  return newestId === undefined || afterId === undefined ? undefined : { newestId, afterId };
}

type MovedPayment = OpsBody<"rules.replay">["payments"][number];

function presentMoved({ payment, then, now }: ReplayedPayment): MovedPayment {
  return {
    transaction_id: payment.id,
    merchant_transaction_id: payment.facts.reference,
    transaction_amount: formatPaise(payment.facts.amountPaise),
    currency: payment.facts.currency,
    transaction_date_time: payment.createdAt.toISOString(),
    then: presentChoice(then),
    now: presentChoice(now),
  };
}

function presentChoice({ ruleId, gateway }: FirstChoice): MovedPayment["now"] {
  return { rule_id: ruleId, gateway };
}
