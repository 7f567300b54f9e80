import type { WireRule } from "@/lib/contract/rules/rule";
import type { PaymentRequest } from "@/server/routing/domain/payments/payment";
import { findRoutingDecision } from "@/server/routing/store/rules/routing-decisions";
import {
  type ExperimentView,
  pageOfExperiments,
  startExperiment,
} from "@/server/routing/usecases/experiments/experiments";
import { startTrial } from "@/server/routing/usecases/experiments/experiments";
import { cancelPayment } from "@/server/routing/usecases/payments/cancel-payment";
import { RuleSetCache } from "@/server/routing/usecases/rules/rule-set-cache";
import { countOutcomes } from "@/server/routing/usecases/success-rate/count-outcomes";
import { SANDBOX, useGatewayDoubles } from "./gateway-doubles";
import { eventually } from "./merchant-code";
import { rule } from "./rules";

export const ONE = rule("every", { target: { kind: "gateway", gateway: "one" } });
export const TWO = rule("every", { target: { kind: "gateway", gateway: "two" } });

/** Candidate rules as a request sends them. */
export const asRules = (rules: readonly Record<string, unknown>[]): WireRule[] =>
  rules as unknown as WireRule[];

/** Experiments of the sandbox merchant, with gateways that are doubles; each test begins with the rule `ONE` in force. */
export function useExperiments() {
  const gateways = useGatewayDoubles(["one", "two"], [ONE]);
  const { byHand, inForce, request } = gateways;
  type Deps = ReturnType<typeof gateways.withDoubles>;

  /** Null for a payment that no rule in force matches. */
  async function tryToCreate(deps: Deps, fields: Partial<PaymentRequest> = {}) {
    const created = await request(deps, fields);
    return created.ok ? created.value.payment : null;
  }
  /** From then on neither gateway is asked. */
  async function openCircuits(): Promise<void> {
    await byHand.service.db.query(
      `insert into gateway_health (gateway, state, failures, openings, opened_at, next_trial_at)
       select gateway, 'open', '{}', 1, now(), now() + interval '1 hour' from unnest(array['one', 'two']) gateway`,
    );
  }
  /** What became of a payment at its creation. */
  async function tryToOpen(deps: Deps): Promise<string> {
    const created = await request(deps);
    return created.ok ? created.value.result : created.error.kind;
  }
  /** Numbers begin again in each test, so what an earlier one has cached is of another experiment. */
  const count = () => countOutcomes(gateways.whenAllCount({ ...byHand.deps, ruleSets: new RuleSetCache() }));

  /** Outcomes of payments that were opened at `gateway`, as their end would have written them. */
  async function end(
    payments: readonly { id: string; gateway: string | null }[],
    successes: number,
  ): Promise<void> {
    await gateways.dropOwnOutcomes(payments.map(({ id }) => id));
    await byHand.service.db.query(
      `insert into payment_outcomes (merchant_id, payment_id, gateway, is_success, at)
       select $1, id, gateway, place <= $4, now()
       from unnest($2::text[], $3::text[]) with ordinality as t (id, gateway, place)`,
      [SANDBOX, payments.map(({ id }) => id), payments.map(({ gateway }) => gateway), successes],
    );
    await count();
  }

  /** A hundred outcomes of each gateway: half of those of one succeed, and all of two. */
  async function twoIsBetter(paymentId: string): Promise<void> {
    await gateways.dropOwnOutcomes([paymentId]);
    await byHand.service.db.query(
      `insert into payment_outcomes (merchant_id, payment_id, gateway, is_success, at)
       select $1, $2, gateway, gateway = 'two' or n <= 50, now() - interval '10 milliseconds'
       from generate_series(1, 100) n, unnest(array['one', 'two']) gateway`,
      [SANDBOX, paymentId],
    );
    // At that time: an hour later, nobody remembers that the first one was failing.
    await countOutcomes({ ...byHand.deps, ruleSets: new RuleSetCache() });
  }

  async function start(
    deps: Deps,
    rules: readonly Record<string, unknown>[] = [TWO],
  ): Promise<ExperimentView> {
    const started = await startExperiment(deps, SANDBOX, {
      expectedVersion: inForce.version,
      rules: asRules(rules),
      author: "asha@example.com",
      note: null,
    });
    if (!started.ok) throw new Error(`not started: ${started.error.kind}`);
    return started.value;
  }
  /** Starts an experiment with the rule `TWO`, and its trial. Returns its id. */
  async function trial(deps: Deps, share = 0.5, guardrail = 0.03): Promise<number> {
    const { id } = await start(deps);
    const started = await startTrial(deps, SANDBOX, { id, share, guardrail, author: "ben@example.com" });
    if (!started.ok) throw new Error(`no trial: ${started.error.kind}`);
    return id;
  }

  /** Creates a payment, and cancels it while its gateway is being asked. */
  async function createAndCancelMeanwhile(deps: Deps): Promise<void> {
    let release = (): void => undefined;
    const until = new Promise<void>((resolve) => {
      release = resolve;
    });
    for (const double of deps.gateways.values()) double.until = until;
    const creating = tryToCreate(deps);
    const reference = await eventually(
      async () =>
        (
          await byHand.service.db.query<{ reference: string }>(
            `select merchant_transaction_id as reference from payments
             where status = 'INITIATED' and gateway is null and link_issued_at is null order by id desc limit 1`,
          )
        ).rows[0]?.reference,
      (found) => found !== undefined,
    );
    const cancelled = await cancelPayment(deps, SANDBOX, reference ?? "");
    if (!cancelled.ok) throw new Error(`not cancelled: ${cancelled.error.kind}`);
    release();
    await creating;
  }

  const resultOf = async (deps: Deps, id: number): Promise<ExperimentView | undefined> =>
    (await pageOfExperiments(deps, SANDBOX, { before: null, limit: 10 })).experiments.find(
      (one) => one.id === id,
    );
  const decisionOf = (id: string) => findRoutingDecision(byHand.service.db, SANDBOX, id);

  return {
    ...gateways,
    tryToCreate,
    openCircuits,
    tryToOpen,
    count,
    end,
    twoIsBetter,
    start,
    trial,
    createAndCancelMeanwhile,
    resultOf,
    decisionOf,
  };
}
