import { describe, expect, test } from "vitest";
import { routingRulesSchema } from "@/lib/contract/rules/rule";
import { asRules, ONE, TWO, useExperiments } from "@/tools/testing/routing/experiments";
import { SANDBOX } from "@/tools/testing/routing/gateway-doubles";
import { rule, storeRules } from "@/tools/testing/routing/rules";
import { saveGatewayFees } from "../gateways/save-fees";
import { applyGatewayPayment } from "../payments/apply-gateway-payment";
import { cancelPayment } from "../payments/cancel-payment";
import { startExperiment, stopExperiment } from "./experiments";

const {
  byHand,
  inForce,
  withDoubles,
  create,
  openCircuits,
  tryToOpen,
  count,
  end,
  twoIsBetter,
  start,
  resultOf,
  decisionOf,
} = useExperiments();

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
      failover: [],
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

  test("expects nothing of a gateway that was skipped for the same payment, because its circuit was open", async () => {
    const both = (gateways: string[]) => rule("every", { target: { kind: "failover", gateways } });
    inForce.version = await storeRules(byHand.service, [both(["one", "two"])]);
    const deps = withDoubles();
    await twoIsBetter((await create(deps)).id);
    const { id } = await start(deps, [both(["two", "one"])]);
    const paid = await create(deps);
    await openCircuits();
    for (let n = 0; n < 120; n += 1) expect(await tryToOpen(deps)).toBe("gateways_skipped");
    // Counted together with it, so that what is known of both gateways is read.
    await end([paid], 1);
    const later = { ...deps, clock: { now: () => new Date(Date.now() + 2 * 86_400_000) } };
    const result = (await resultOf(later, id))?.shadowResult;
    expect(result).toMatchObject({ payments: 121, currentRate: 1 / 121 });
    // Both sets of rules would have lost each of them: the decision says that two was skipped, too.
    expect(result?.difference?.low ?? 0).toBeLessThanOrEqual(0);
    expect(result?.expectedRate).toBeLessThan(0.1);
  });

  test("expects the rate that was measured of the other gateway for a payment that was skipped, whatever else ends with it", async () => {
    const deps = withDoubles();
    await twoIsBetter((await create(deps)).id);
    const { id } = await start(deps);
    await byHand.service.db.query(
      `insert into gateway_health (gateway, state, failures, openings, opened_at, next_trial_at)
       values ('one', 'open', '{}', 1, now(), now() + interval '1 hour')`,
    );
    expect(await tryToOpen(deps)).toBe("gateways_skipped");
    await count();
    expect((await resultOf(deps, id))?.shadowResult?.expectedRate).toBeGreaterThan(0.9);
  });

  test("has the payment's own outcome where another gateway was skipped, and its rules choose the one that took it", async () => {
    inForce.version = await storeRules(byHand.service, [
      rule("every", { target: { kind: "failover", gateways: ["two", "one"] } }),
    ]);
    const deps = withDoubles();
    const { id } = await start(deps, [ONE]);
    await byHand.service.db.query(
      `insert into gateway_health (gateway, state, failures, openings, opened_at, next_trial_at)
       values ('two', 'open', '{}', 1, now(), now() + interval '1 hour')`,
    );
    const payments = [await create(deps), await create(deps), await create(deps), await create(deps)];
    await end(payments, 3);
    expect((await resultOf(deps, id))?.shadowResult).toMatchObject({
      payments: 4,
      moved: 0,
      expectedRate: 0.75,
      gateways: [{ gateway: "one", now: 4, would: 4 }],
    });
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

  test("does not count a payment's later attempts, nor what was cancelled", async () => {
    const deps = withDoubles();
    const { id } = await start(deps);
    const later = await create(deps);
    await byHand.service.db.query("update payments set attempt = 2 where id = $1", [later.id]);
    await end([later], 0);
    const cancelled = await create(deps);
    await cancelPayment(deps, SANDBOX, cancelled.reference);
    await count();
    expect((await resultOf(deps, id))?.shadowResult).toBeNull();
  });

  test("is one at a time, and starts only from the version in force", async () => {
    const deps = withDoubles();
    const { id } = await start(deps);
    const again = { rules: asRules([TWO]), author: "ben@example.com", note: null };
    expect(
      await startExperiment(deps, SANDBOX, { ...again, expectedVersion: inForce.version }),
    ).toMatchObject({
      error: { kind: "another_is_open", id },
    });
    await stopExperiment(deps, SANDBOX, { id, author: "asha@example.com" });
    expect(
      await startExperiment(deps, SANDBOX, { ...again, expectedVersion: inForce.version - 1 }),
    ).toMatchObject({
      error: { kind: "version_conflict", inForce: { version: inForce.version } },
    });
    const lost = asRules([rule("lost", { target: { kind: "gateway", gateway: "vanished" } })]);
    expect(
      await startExperiment(deps, SANDBOX, { ...again, rules: lost, expectedVersion: inForce.version }),
    ).toMatchObject({ error: { kind: "problems" } });
  });

  test("begins with the shares of the rules in force with the same id", async () => {
    const target = { kind: "success_rate", gateways: ["one", "two"], floor_percent: 1, shift_percent: 100 };
    inForce.version = await storeRules(byHand.service, [rule("every", { target })]);
    const deps = withDoubles();
    const payment = await create(deps);
    await twoIsBetter(payment.id);
    const { id } = await start(deps, [rule("every", { target, name: "Other" })]);
    const { rows } = await byHand.service.db.query<{ rule_id: string; gateways: unknown }>(
      "select rule_id, gateways from success_rate_shares where segment = '*' order by rule_id",
    );
    expect(rows.map(({ rule_id: ruleId }) => ruleId)).toEqual(["every", `experiment-${id}:every`]);
    expect(rows[1]?.gateways).toEqual(rows[0]?.gateways);
  });

  test("counts a payment whose gateways were not asked, because their circuits are open, as lost by the rules in force", async () => {
    const deps = withDoubles();
    await openCircuits();
    const { id } = await start(deps);
    expect(await tryToOpen(deps)).toBe("gateways_skipped");
    await count();
    const result = (await resultOf(deps, id))?.shadowResult;
    expect(result).toMatchObject({ payments: 1, currentRate: 0 });
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
      expectedVersion: inForce.version,
      rules: asRules([TWO]),
      author: "a",
      note: null,
    };
    const both = await Promise.all([
      startExperiment(deps, SANDBOX, input),
      startExperiment(deps, SANDBOX, input),
    ]);
    expect(both.map(({ ok }) => ok).sort()).toEqual([false, true]);
  });

  test("expects the fees of its rules' gateway for the amounts that it expects to be paid", async () => {
    const deps = withDoubles();
    const fees = [{ currency: "INR", method: null, fixedPaise: 100n, rateMillionths: 20_000 }];
    for (const gateway of ["one", "two"]) {
      await saveGatewayFees(deps, SANDBOX, { gateway, revision: 0, fees, author: "asha@example.com" });
    }
    const { id } = await start(deps);
    await end([await create(deps), await create(deps)], 1);
    const result = (await resultOf(deps, id))?.shadowResult;
    // Both have the same fee, and each payment has 500.00.
    expect(result?.fees).toMatchObject([
      {
        current: { perPaymentPaise: 1_100n, share: 0.022 },
        candidate: { perPaymentPaise: 1_100n },
        difference: null,
      },
    ]);
    expect(result?.fees?.[0]?.candidate?.share).toBeCloseTo(0.022, 6);
  });

  test("starts with a warning of rules that weigh fees which nobody has entered", async () => {
    const deps = withDoubles();
    const target = { kind: "success_rate", gateways: ["one", "two"], floor_percent: 1, shift_percent: 100 };
    const weighing = rule("weighing", { target: { ...target, cost_within_percent: 1.5 } });
    const started = await startExperiment(deps, SANDBOX, {
      expectedVersion: inForce.version,
      rules: routingRulesSchema.parse([weighing]),
      author: "asha@example.com",
      note: null,
    });
    expect(started).toMatchObject({
      value: { warnings: [{ kind: "fee_unknown", ruleId: "weighing", gateways: ["one", "two"] }] },
    });
  });

  test("counts a payment whose customer leaves as not paid, as the rates do that it is compared with", async () => {
    const deps = withDoubles();
    const { id } = await start(deps);
    await applyGatewayPayment(deps, await create(deps), { status: "CLOSED" });
    await count();
    expect((await resultOf(deps, id))?.shadowResult).toMatchObject({ payments: 1, currentRate: 0 });
  });
});
