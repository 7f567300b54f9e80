import { describe, expect, test } from "vitest";
import { findExperiment } from "../../store/experiments/rule-experiments";
import { ONE, TWO, useExperiments } from "@/tools/testing/routing/experiments";
import { SANDBOX } from "@/tools/testing/routing/gateway-doubles";
import { paymentRequest } from "@/tools/testing/routing/payment-request";
import { rule, storeRules } from "@/tools/testing/routing/rules";
import { rememberNothing } from "../idempotency";
import { createPayment } from "../payments/create-payment";
import { startTrial, stopExperiment } from "./experiments";

const { byHand, inForce, withDoubles, tryToCreate, create, count, end, start, trial, resultOf, decisionOf } =
  useExperiments();

describe("a trial", () => {
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
    const failed = await createPayment(
      deps,
      SANDBOX,
      paymentRequest({ reference: "EXP-DOWN" }),
      rememberNothing,
    );
    expect(failed.ok && failed.value.result).toBe("gateway_failed");
    await count();
    const result = (await resultOf(deps, id))?.trialResult;
    const payments = (result?.current.payments ?? 0) + (result?.candidate.payments ?? 0);
    expect([payments, result?.current.successes, result?.candidate.successes]).toEqual([1, 0, 0]);
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
    inForce.version = await storeRules(byHand.service, [
      rule("upi", { conditions: upi, target: ONE.target }),
    ]);
    const id = await trial(deps, 0.5);
    const cards = [];
    for (let n = 0; n < 12; n += 1) {
      const payment = await tryToCreate(deps, { paymentMethod: "CC" });
      if (payment !== null) cards.push(payment);
    }
    expect(cards.length).toBeGreaterThan(0);
    expect(cards.length).toBeLessThan(12);
    await end(cards, 0);
    expect((await resultOf(deps, id))?.trialResult).toMatchObject({ candidate: { payments: 0 }, same: 0 });
  });

  test("is compared by all payments that have counted, those of today too: each had the same age", async () => {
    const deps = withDoubles();
    const id = await trial(deps, 0.5);
    await byHand.service.db.query(
      `insert into rule_experiment_results (merchant_id, experiment_id, arm, day, currency, payment_method, gateway,
         other_gateway, payments, successes, expected, squares, deviations)
       select $1, $2, arm, now()::date, 'INR', 'UPI', 'one', '', 500, 450, 0, 0, 0
       from unnest(array['current', 'candidate']) arm`,
      [SANDBOX, id],
    );
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
