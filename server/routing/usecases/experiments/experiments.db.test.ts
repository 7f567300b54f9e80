import { beforeEach, describe, expect, test, vi } from "vitest";
import type { WireRule } from "@/lib/contract/rules/rule";
import { GatewayDouble } from "../../testing/gateway-double";
import { rule, storeRules } from "../../testing/rules";
import { useServiceWithoutWorker } from "../../testing/service-without-worker";
import { findExperiment } from "../../store/experiments/rule-experiments";
import { findPayment } from "../../store/payments/payments";
import { findRoutingDecision } from "../../store/rules/routing-decisions";
import { rememberNothing } from "../idempotency";
import { applyGatewayPayment } from "../payments/apply-gateway-payment";
import { cancelPayment } from "../payments/cancel-payment";
import { createPayment } from "../payments/create-payment";
import { RuleSetCache } from "../rules/rule-set-cache";
import { saveRules } from "../rules/save-rules";
import { countOutcomes } from "../success-rate/count-outcomes";
import { SharesCache } from "../success-rate/shares-cache";
import {
  pageOfExperiments,
  promoteExperiment,
  startExperiment,
  startTrial,
  stopExperiment,
} from "./experiments";

const byHand = useServiceWithoutWorker();
const SANDBOX = 1;
const ONE = rule("every", { target: { kind: "gateway", gateway: "one" } });
const TWO = rule("every", { target: { kind: "gateway", gateway: "two" } });

let version = 0;
beforeEach(async () => {
  const { db } = byHand.service;
  for (const table of ["payment_outcomes", "gateway_statistics", "success_rate_shares"]) {
    await db.query(`delete from ${table}`);
  }
  await db.query("delete from rule_experiments");
  version = await storeRules(byHand.service, [ONE]);
});

function withDoubles() {
  const gateways = new Map(["one", "two"].map((name) => [name, new GatewayDouble(name)]));
  return { ...byHand.deps, gateways, shares: new SharesCache(), ruleSets: new RuleSetCache() };
}
type Deps = ReturnType<typeof withDoubles>;

const REQUEST = {
  amountPaise: 50_000n,
  currency: "INR",
  paymentMethod: "UPI" as const,
  cardScheme: null,
  issuingBank: null,
  udf1: null,
  udf2: null,
  udf3: null,
  customer: { email: null, phone: null, name: null },
  surl: null,
  furl: null,
};
let references = 0;
async function create(deps: Deps, reference = `EXP-${(references += 1)}`) {
  const request = { ...REQUEST, reference };
  const created = await createPayment(deps, SANDBOX, request, rememberNothing);
  if (!created.ok) throw new Error(`not created: ${created.error.kind}`);
  return created.value.payment;
}
/** Numbers begin again in each test, so what an earlier one has cached is of another experiment. */
const count = () => countOutcomes({ ...byHand.deps, ruleSets: new RuleSetCache() });
const decisionOf = async (id: string) => findRoutingDecision(byHand.service.db, SANDBOX, id);

/** Outcomes of payments that were opened at `gateway`, as their end would have written them. */
async function end(
  payments: readonly { id: string; gateway: string | null }[],
  successes: number,
): Promise<void> {
  await byHand.service.db.query(
    `insert into payment_outcomes (merchant_id, payment_id, gateway, is_success, at)
     select $1, id, gateway, place <= $4, now()
     from unnest($2::text[], $3::text[]) with ordinality as t (id, gateway, place)`,
    [SANDBOX, payments.map(({ id }) => id), payments.map(({ gateway }) => gateway), successes],
  );
  await count();
}

const start = async (deps: Deps, rules: Record<string, unknown>[] = [TWO]) => {
  const started = await startExperiment(deps, SANDBOX, {
    expectedVersion: version,
    rules: rules as unknown as WireRule[],
    author: "asha@example.com",
    note: null,
  });
  if (!started.ok) throw new Error(`not started: ${started.error.kind}`);
  return started.value;
};
const resultOf = async (deps: Deps, id: number) =>
  (await pageOfExperiments(deps, SANDBOX, { before: null, limit: 10 })).experiments.find(
    (one) => one.id === id,
  );

describe("an experiment in shadow", () => {
  test("sends no payment elsewhere, and stores with each what its rules would have chosen", async () => {
    const deps = withDoubles();
    await create(deps);
    const { id } = await start(deps);
    const payment = await create(deps);
    expect(payment.gateway).toBe("one");
    expect((await decisionOf(payment.id))?.experiment).toEqual({
      id,
      phase: "shadow",
      ruleId: "every",
      gateway: "two",
    });
  });

  test("expects the rate that was measured of the other gateway, and counts each payment once", async () => {
    const deps = withDoubles();
    const atTwo = await create(deps);
    await byHand.service.db.query(
      `insert into payment_outcomes (merchant_id, payment_id, gateway, is_success, at)
       select $1, $2, 'two', n <= 270, now() from generate_series(1, 300) n`,
      [SANDBOX, atTwo.id],
    );
    await count();
    const { id } = await start(deps);
    const payments = [];
    for (let n = 0; n < 10; n += 1) payments.push(await create(deps));
    await end(payments, 5);
    await count();
    const result = (await resultOf(deps, id))?.shadowResult;
    expect(result).toMatchObject({ payments: 10, moved: 10, currentRate: 0.5, difference: null });
    expect(result?.expectedRate).toBeGreaterThan(0.8);
    expect(result?.expectedRate).toBeLessThan(0.92);
  });

  test("has the payment's own outcome where its rules choose the same gateway", async () => {
    const deps = withDoubles();
    const { id } = await start(deps, [ONE]);
    const payments = [await create(deps), await create(deps), await create(deps), await create(deps)];
    await end(payments, 3);
    expect((await resultOf(deps, id))?.shadowResult).toMatchObject({
      payments: 4,
      moved: 0,
      currentRate: 0.75,
      expectedRate: 0.75,
    });
  });

  test("does not count a payment's later attempts, nor declines that no gateway could have avoided", async () => {
    const deps = withDoubles();
    const { id } = await start(deps);
    const [later, unavoidable] = [await create(deps), await create(deps)];
    await byHand.service.db.query("update payments set attempt = 2 where id = $1", [later.id]);
    await byHand.service.db.query(
      "update payments set gateway = 'simulator', failure_code = 'insufficient_funds' where id = $1",
      [unavoidable.id],
    );
    await end([later, { ...unavoidable, gateway: "simulator" }], 0);
    expect((await resultOf(deps, id))?.shadowResult).toBeNull();
  });

  test("is one at a time, and starts only from the version in force", async () => {
    const deps = withDoubles();
    const { id } = await start(deps);
    const again = { rules: [TWO] as unknown as WireRule[], author: "ben@example.com", note: null };
    expect(await startExperiment(deps, SANDBOX, { ...again, expectedVersion: version })).toMatchObject({
      error: { kind: "another_is_open", id },
    });
    await stopExperiment(deps, SANDBOX, { id, author: "asha@example.com" });
    expect(await startExperiment(deps, SANDBOX, { ...again, expectedVersion: version - 1 })).toMatchObject({
      error: { kind: "version_conflict", inForce: { version } },
    });
    const lost = [
      rule("lost", { target: { kind: "gateway", gateway: "vanished" } }),
    ] as unknown as WireRule[];
    expect(
      await startExperiment(deps, SANDBOX, { ...again, rules: lost, expectedVersion: version }),
    ).toMatchObject({ error: { kind: "problems" } });
  });

  test("begins with the shares of the rules in force with the same id", async () => {
    const target = { kind: "success_rate", gateways: ["one", "two"], floor_percent: 1, shift_percent: 100 };
    version = await storeRules(byHand.service, [rule("every", { target })]);
    const deps = withDoubles();
    const payment = await create(deps);
    await byHand.service.db.query(
      `insert into payment_outcomes (merchant_id, payment_id, gateway, is_success, at)
       select $1, $2, gateway, gateway = 'two' or n <= 50, now()
       from generate_series(1, 100) n, unnest(array['one', 'two']) gateway`,
      [SANDBOX, payment.id],
    );
    await count();
    const { id } = await start(deps, [rule("every", { target, name: "Other" })]);
    const { rows } = await byHand.service.db.query<{ rule_id: string; gateways: unknown }>(
      "select rule_id, gateways from success_rate_shares where segment = '*' order by rule_id",
    );
    expect(rows.map(({ rule_id: ruleId }) => ruleId)).toEqual(["every", `experiment-${id}:every`]);
    expect(rows[1]?.gateways).toEqual(rows[0]?.gateways);
  });

  test("whose row is gone keeps no outcome from being counted", async () => {
    const deps = withDoubles();
    await start(deps);
    const payment = await create(deps);
    await byHand.service.db.query("delete from rule_experiments");
    await end([payment], 1);
    const { rows } = await byHand.service.db.query("select from payment_outcomes");
    expect(rows).toHaveLength(0);
  });

  test("of two that are started at the same moment one opens", async () => {
    const deps = withDoubles();
    const input = {
      expectedVersion: version,
      rules: [TWO] as unknown as WireRule[],
      author: "a",
      note: null,
    };
    const both = await Promise.all([
      startExperiment(deps, SANDBOX, input),
      startExperiment(deps, SANDBOX, input),
    ]);
    expect(both.map(({ ok }) => ok).sort()).toEqual([false, true]);
  });
});

describe("a trial", () => {
  const trial = async (deps: Deps, share = 0.5, guardrail = 0.03) => {
    const { id } = await start(deps);
    const started = await startTrial(deps, SANDBOX, { id, share, guardrail, author: "ben@example.com" });
    expect(started.ok).toBe(true);
    return id;
  };

  test("lets its rules decide a share of the payments, in every process that has read them before", async () => {
    const deps = withDoubles();
    await create(deps);
    const { id } = await start(deps);
    await create(deps);
    await startTrial(deps, SANDBOX, { id, share: 0.5, guardrail: 0.03, author: "ben@example.com" });
    const seen = new Set<string>();
    for (let n = 0; n < 24; n += 1) {
      const payment = await create(deps);
      const part = (await decisionOf(payment.id))?.experiment;
      if (part?.phase !== "trial") throw new Error("it is not part of the trial");
      expect(payment.gateway).toBe(part.arm === "candidate" ? "two" : "one");
      seen.add(part.arm);
    }
    expect(seen).toEqual(new Set(["current", "candidate"]));
  });

  test("is ended by its guardrail once its rules are worse for certain, and decides nothing from then on", async () => {
    const deps = withDoubles();
    const id = await trial(deps, 0.5);
    const payment = await create(deps);
    // Two hundred outcomes of each arm, as payments of both would have left them.
    const { db } = byHand.service;
    await db.query(
      `insert into rule_experiment_results (merchant_id, experiment_id, arm, day, currency, payment_method, gateway,
         other_gateway, payments, successes, expected, squares, deviations)
       values ($1, $2, 'current', '2026-11-26', 'INR', 'UPI', 'one', '', 200, 180, 0, 0, 0),
         ($1, $2, 'candidate', '2026-11-26', 'INR', 'UPI', 'two', '', 200, 60, 0, 0, 0)`,
      [SANDBOX, id],
    );
    await end([payment], 0);
    expect(await findExperiment(db, SANDBOX, id)).toMatchObject({ ended: { by: null, reason: "guardrail" } });
    for (let n = 0; n < 6; n += 1) {
      const next = await create(deps);
      expect(next.gateway).toBe("one");
      expect((await decisionOf(next.id))?.experiment).toBeNull();
    }
  });

  test("a payment that no gateway could open counts once, against the rules that decided it", async () => {
    const deps = withDoubles();
    const id = await trial(deps, 0.5);
    for (const gateway of deps.gateways.values()) gateway.behaviour = "unavailable";
    const failed = await createPayment(deps, SANDBOX, { ...REQUEST, reference: "EXP-DOWN" }, rememberNothing);
    expect(failed.ok && failed.value.result).toBe("gateway_failed");
    await count();
    const result = (await resultOf(deps, id))?.trialResult;
    const payments = (result?.current.payments ?? 0) + (result?.candidate.payments ?? 0);
    expect([payments, result?.current.successes, result?.candidate.successes]).toEqual([1, 0, 0]);
  });

  describe("whose customers leave", () => {
    const failure = { code: "do_not_honor", message: null };
    const latest = async (deps: Deps, id: string) => {
      const payment = await findPayment(deps.pool, SANDBOX, id);
      if (payment === null) throw new Error("it is missing");
      return payment;
    };
    const totals = async (deps: Deps, id: number) => {
      const result = (await resultOf(deps, id))?.trialResult;
      if (result === null || result === undefined) throw new Error("it has no result");
      const of = (name: "payments" | "successes" | "abandoned") =>
        result.current[name] + result.candidate[name];
      return { payments: of("payments"), successes: of("successes"), abandoned: of("abandoned") };
    };
    const counted = async (): Promise<number> =>
      (await byHand.service.db.query("select from gateway_statistics")).rows.length;

    test("a payment that is left or cancelled is not successful in the trial, and says nothing of its gateway", async () => {
      const deps = withDoubles();
      const id = await trial(deps);
      const left = await create(deps);
      await applyGatewayPayment(deps, left, { status: "CLOSED" });
      const cancelled = await create(deps);
      await cancelPayment(deps, SANDBOX, cancelled.reference);
      await count();
      expect(await totals(deps, id)).toEqual({ payments: 2, successes: 0, abandoned: 2 });
      expect(await counted()).toBe(0);
    });

    test("a decline that is reported after it was left counts against its gateway, and not again in the trial", async () => {
      const deps = withDoubles();
      const id = await trial(deps);
      const { id: paymentId } = await create(deps);
      await applyGatewayPayment(deps, await latest(deps, paymentId), { status: "CLOSED" });
      await count();
      await applyGatewayPayment(deps, await latest(deps, paymentId), { status: "CLOSED", failure });
      await count();
      expect(await totals(deps, id)).toEqual({ payments: 1, successes: 0, abandoned: 1 });
      expect(await counted()).toBeGreaterThan(0);
    });

    test("a customer's later attempt does not count: it depends on the first one", async () => {
      const deps = withDoubles();
      const id = await trial(deps);
      const first = await create(deps);
      await applyGatewayPayment(deps, first, { status: "CLOSED" });
      const { id: second } = await create(deps);
      await byHand.service.db.query("update payments set attempt = 2 where id = $1", [second]);
      await applyGatewayPayment(deps, await latest(deps, second), { status: "CLOSED" });
      await count();
      expect(await totals(deps, id)).toEqual({ payments: 1, successes: 0, abandoned: 1 });
    });

    test("the guardrail ends a trial of rules whose gateway's page only loses customers", async () => {
      const deps = withDoubles();
      const id = await trial(deps);
      await byHand.service.db.query(
        `insert into rule_experiment_results (merchant_id, experiment_id, arm, day, currency, payment_method, gateway,
           other_gateway, payments, successes, abandoned, expected, squares, deviations)
         values ($1, $2, 'current', now()::date, 'INR', 'UPI', 'one', '', 200, 180, 20, 0, 0, 0),
           ($1, $2, 'candidate', now()::date, 'INR', 'UPI', 'two', '', 200, 60, 140, 0, 0, 0)`,
        [SANDBOX, id],
      );
      await applyGatewayPayment(deps, await create(deps), { status: "CLOSED" });
      await count();
      expect(await findExperiment(byHand.service.db, SANDBOX, id)).toMatchObject({
        ended: { reason: "guardrail" },
      });
    });

    test("in shadow nothing is counted of it", async () => {
      const deps = withDoubles();
      const { id } = await start(deps);
      await applyGatewayPayment(deps, await create(deps), { status: "CLOSED" });
      const { rows } = await byHand.service.db.query("select from payment_outcomes");
      expect(rows).toHaveLength(0);
      expect((await resultOf(deps, id))?.shadowResult).toBeNull();
    });
  });

  test("refuses no payment while its gateway takes none: the gateways of the rules in force come after its own", async () => {
    const deps = withDoubles();
    await trial(deps, 0.5);
    deps.gateways.delete("two");
    const arms = new Set<unknown>();
    for (let n = 0; n < 16; n += 1) {
      const payment = await create(deps);
      expect(payment.gateway).toBe("one");
      const part = (await decisionOf(payment.id))?.experiment;
      arms.add(part?.phase === "trial" ? part.arm : null);
    }
    expect(arms).toEqual(new Set(["current", "candidate"]));
  });

  test("does not compare payments that both rules send to the same gateway, and counts those it would refuse", async () => {
    const deps = withDoubles();
    const large = { field: "amount", min: "1000.00", max: null };
    const { id } = await start(deps, [
      rule("upi", { conditions: { field: "payment_method", one_of: ["UPI"] }, target: ONE.target }),
    ]);
    await startTrial(deps, SANDBOX, { id, share: 0.5, guardrail: 0.03, author: "ben@example.com" });
    const same = [await create(deps), await create(deps)];
    await end(same, 1);
    expect((await resultOf(deps, id))?.trialResult).toMatchObject({ same: 2, unmatched: 0 });
    await stopExperiment(deps, SANDBOX, { id, author: "ben@example.com" });

    const next = await start(deps, [rule("large", { conditions: large, target: TWO.target })]);
    await startTrial(deps, SANDBOX, { id: next.id, share: 0.5, guardrail: 0.03, author: "ben@example.com" });
    await end([await create(deps)], 1);
    expect((await resultOf(deps, next.id))?.trialResult).toMatchObject({
      current: { payments: 0 },
      candidate: { payments: 0 },
      same: 0,
      unmatched: 1,
    });
  });

  test("does not compare payments that the rules in force refuse: only the candidate's side has them", async () => {
    const deps = withDoubles();
    const upi = { field: "payment_method", one_of: ["UPI"] };
    version = await storeRules(byHand.service, [rule("upi", { conditions: upi, target: ONE.target })]);
    const id = await trial(deps, 0.5);
    const cards = [];
    for (let n = 0; n < 12; n += 1) {
      const request = { ...REQUEST, paymentMethod: "CC" as const, reference: `CARD-${(references += 1)}` };
      const created = await createPayment(deps, SANDBOX, request, rememberNothing);
      if (created.ok) cards.push(created.value.payment);
    }
    expect(cards.length).toBeGreaterThan(0);
    expect(cards.length).toBeLessThan(12);
    await end(cards, 0);
    expect((await resultOf(deps, id))?.trialResult).toMatchObject({ candidate: { payments: 0 }, same: 0 });
  });

  test("is compared by days whose payments have all ended: declines come later than successes", async () => {
    const deps = withDoubles();
    const id = await trial(deps, 0.5);
    const add = (day: string) =>
      byHand.service.db.query(
        `insert into rule_experiment_results (merchant_id, experiment_id, arm, day, currency, payment_method, gateway,
           other_gateway, payments, successes, expected, squares, deviations)
         select $1, $2, arm, now()::date + $3::interval, 'INR', 'UPI', 'one', '', 500, 450, 0, 0, 0
         from unnest(array['current', 'candidate']) arm`,
        [SANDBOX, id, day],
      );
    await add("0 days");
    const early = (await resultOf(deps, id))?.trialResult;
    expect([early?.current.payments, early?.difference]).toEqual([500, null]);
    await add("-3 days");
    expect((await resultOf(deps, id))?.trialResult?.difference).toMatchObject({ difference: 0 });
  });

  test("starts only from shadow, and not with other rules in force", async () => {
    const deps = withDoubles();
    const id = await trial(deps);
    const again = { id, share: 0.1, guardrail: 0.03, author: "ben@example.com" };
    expect(await startTrial(deps, SANDBOX, again)).toMatchObject({ error: { kind: "wrong_phase" } });
    expect(await startTrial(deps, SANDBOX, { ...again, id: 999 })).toMatchObject({
      error: { kind: "experiment_not_found" },
    });
  });
});

describe("the end of an experiment", () => {
  test("promoted: its rules are the next version, with the shares that they had", async () => {
    const target = { kind: "success_rate", gateways: ["one", "two"], floor_percent: 1, shift_percent: 100 };
    const deps = withDoubles();
    const { id } = await start(deps, [rule("every", { target })]);
    const payment = await create(deps);
    await byHand.service.db.query(
      `insert into payment_outcomes (merchant_id, payment_id, gateway, is_success, at)
       select $1, $2, gateway, gateway = 'two' or n <= 50, now()
       from generate_series(1, 100) n, unnest(array['one', 'two']) gateway`,
      [SANDBOX, payment.id],
    );
    await count();
    const promoted = await promoteExperiment(deps, SANDBOX, {
      id,
      author: "ben@example.com",
      note: "Better",
    });
    expect(promoted).toMatchObject({
      ok: true,
      value: { saved: { version: version + 1, author: "ben@example.com", note: "Better" } },
    });
    expect(await findExperiment(byHand.service.db, SANDBOX, id)).toMatchObject({
      ended: { by: "ben@example.com", reason: "promoted" },
    });
    const { rows } = await byHand.service.db.query<{ gateways: { gateway: string; share: number }[] }>(
      "select gateways from success_rate_shares where rule_id = 'every' and segment = '*'",
    );
    expect(rows[0]?.gateways.find(({ gateway }) => gateway === "two")?.share).toBeGreaterThan(0.8);
  });

  test("stopped and promoted at the same moment: it is either, never both", async () => {
    for (let round = 0; round < 5; round += 1) {
      const deps = withDoubles();
      const { id } = await start(deps);
      const [promoted, stopped] = await Promise.all([
        promoteExperiment(deps, SANDBOX, { id, author: "a", note: null }),
        stopExperiment(deps, SANDBOX, { id, author: "b" }),
      ]);
      expect([promoted.ok, stopped.ok].sort()).toEqual([false, true]);
      const found = await findExperiment(byHand.service.db, SANDBOX, id);
      expect(found?.ended?.reason).toBe(promoted.ok ? "promoted" : "stopped");
      if (promoted.ok) version += 1;
    }
  });

  test("other rules are saved: it was compared with those before, and ends", async () => {
    const deps = withDoubles();
    const { id } = await start(deps);
    const saved = await saveRules(deps, SANDBOX, {
      expectedVersion: version,
      rules: [ONE] as unknown as WireRule[],
      author: "ben@example.com",
      note: null,
      restoredFrom: null,
    });
    expect(saved.ok).toBe(true);
    expect(await findExperiment(byHand.service.db, SANDBOX, id)).toMatchObject({
      ended: { by: "ben@example.com", reason: "rules_changed" },
    });
  });

  test("an old process saved other rules beside it: it decides nothing, cannot go on, and the next one replaces it", async () => {
    const deps = withDoubles();
    const { id } = await start(deps);
    version = await storeRules(byHand.service, [ONE]);
    expect((await decisionOf((await create(deps)).id))?.experiment).toBeNull();
    expect((await resultOf(deps, id))?.isOpen).toBe(false);
    const input = { id, share: 0.1, guardrail: 0.03, author: "a" };
    expect(await startTrial(deps, SANDBOX, input)).toMatchObject({ error: { kind: "version_conflict" } });
    expect((await start(deps)).id).toBe(id + 1);
    expect(await findExperiment(byHand.service.db, SANDBOX, id)).toMatchObject({
      ended: { reason: "rules_changed" },
    });
  });

  test("candidate rules that cannot be read any more keep no payment from being routed", async () => {
    const deps = withDoubles();
    const { id } = await start(deps);
    await byHand.service.db.query(`update rule_experiments set rules = '[{"id": 5}]' where id = $1`, [id]);
    const trial = { id, share: 0.5, guardrail: 0.03, author: "a" };
    expect(await startTrial(deps, SANDBOX, trial)).toMatchObject({ error: { kind: "wrong_phase" } });
    expect((await create(deps)).gateway).toBe("one");
    expect((await resultOf(deps, id))?.rules).toBeNull();
  });

  test("candidate rules that cannot be read are read once by each process, and not for each payment", async () => {
    const deps = withDoubles();
    const { id } = await start(deps);
    await byHand.service.db.query(`update rule_experiments set rules = '[{"id": 5}]' where id = $1`, [id]);
    const error = vi.spyOn(deps.logger, "error");
    for (let n = 0; n < 3; n += 1) await create(deps);
    expect(error).toHaveBeenCalledTimes(1);
    error.mockRestore();
    await stopExperiment(deps, SANDBOX, { id, author: "asha@example.com" });
    const next = await start(deps);
    expect((await decisionOf((await create(deps)).id))?.experiment).toMatchObject({ id: next.id });
  });

  test("a process forgets the shares of its rules, and reads none of an experiment that has ended", async () => {
    const deps = withDoubles();
    const best = rule("every", {
      target: { kind: "success_rate", gateways: ["one", "two"], floor_percent: 1, shift_percent: 100 },
    });
    version = await storeRules(byHand.service, [best]);
    await end([await create(deps)], 1);
    const fresh = { ...deps, shares: new SharesCache() };
    await create(fresh);
    const alone = fresh.shares.sizeOf(SANDBOX);
    expect(alone).toBeGreaterThan(0);
    const { id } = await start(fresh, [best]);
    await create(fresh);
    expect(fresh.shares.sizeOf(SANDBOX)).toBe(2 * alone);
    await stopExperiment(fresh, SANDBOX, { id, author: "asha@example.com" });
    await create(fresh);
    expect(fresh.shares.sizeOf(SANDBOX)).toBe(alone);
  });
});
