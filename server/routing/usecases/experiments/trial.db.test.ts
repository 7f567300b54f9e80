import { describe, expect, test, vi } from "vitest";
import { findPayment } from "../../store/payments/payments";
import { saveGatewayFees } from "../gateways/save-fees";
import { applyGatewayPayment } from "../payments/apply-gateway-payment";
import { cancelPayment } from "../payments/cancel-payment";
import { findExperiment } from "../../store/experiments/rule-experiments";
import { ONE, TWO, useExperiments } from "../../testing/experiments";
import { SANDBOX } from "../../testing/gateway-doubles";
import { paymentRequest } from "../../testing/payment-request";
import { eventually } from "../../testing/merchant-code";
import { rule, storeRules } from "../../testing/rules";
import { rememberNothing } from "../idempotency";
import { createPayment } from "../payments/create-payment";
import { startTrial, stopExperiment } from "./experiments";

const {
  byHand,
  inForce,
  withDoubles,
  tryToCreate,
  create,
  openCircuits,
  tryToOpen,
  count,
  end,
  start,
  resultOf,
  decisionOf,
} = useExperiments();

describe("a trial", () => {
  const trial = async (deps: ReturnType<typeof withDoubles>, share = 0.5, guardrail = 0.03) => {
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

  describe("whose gateways are not asked, because their circuits are open", () => {
    const blamed = async () =>
      (
        await byHand.service.db.query<{ gateway: string; failures: number }>(
          "select segment, gateway, successes, failures, at from gateway_statistics order by segment, gateway",
        )
      ).rows;

    test("a payment counts once as not successful, for the side whose rules decided it, and against no gateway", async () => {
      const deps = withDoubles();
      await end([await create(deps), await create(deps)], 1);
      const before = await blamed();
      expect(before.length).toBeGreaterThan(0);
      await openCircuits();
      const id = await trial(deps);
      for (let n = 0; n < 20; n += 1) expect(await tryToOpen(deps)).toBe("gateways_skipped");
      await count();
      await count();
      const result = (await resultOf(deps, id))?.trialResult;
      const none = { successes: 0, abandoned: 0 };
      expect(result).toMatchObject({ current: none, candidate: none });
      expect((result?.current.payments ?? 0) + (result?.candidate.payments ?? 0)).toBe(20);
      expect(result?.candidate.payments).toBeGreaterThan(0);
      expect(result?.current.payments).toBeGreaterThan(0);
      expect(await blamed()).toEqual(before);
    });

    test("the guardrail ends the trial once its rules lose payments in this way", async () => {
      const deps = withDoubles();
      await openCircuits();
      const id = await trial(deps);
      await byHand.service.db.query(
        `insert into rule_experiment_results (merchant_id, experiment_id, arm, day, currency, payment_method, gateway,
           other_gateway, payments, successes, expected, squares, deviations)
         values ($1, $2, 'current', now()::date, 'INR', 'UPI', 'one', '', 200, 180, 0, 0, 0),
           ($1, $2, 'candidate', now()::date, 'INR', 'UPI', 'two', '', 200, 60, 0, 0, 0)`,
        [SANDBOX, id],
      );
      expect(await tryToOpen(deps)).toBe("gateways_skipped");
      await count();
      expect(await findExperiment(byHand.service.db, SANDBOX, id)).toMatchObject({
        ended: { reason: "guardrail" },
      });
    });

    test("a customer's later attempt does not count", async () => {
      const deps = withDoubles();
      await openCircuits();
      const id = await trial(deps);
      for (let n = 0; n < 3; n += 1) {
        const again = paymentRequest({ reference: "EXP-AGAIN" });
        const { ok } = await createPayment(deps, SANDBOX, again, rememberNothing);
        expect(ok).toBe(true);
      }
      await count();
      const result = (await resultOf(deps, id))?.trialResult;
      expect((result?.current.payments ?? 0) + (result?.candidate.payments ?? 0)).toBe(1);
    });
  });

  describe("whose customers leave", () => {
    const failure = { code: "do_not_honor", message: null };
    const latest = async (deps: ReturnType<typeof withDoubles>, id: string) => {
      const payment = await findPayment(deps.pool, SANDBOX, id);
      if (payment === null) throw new Error("it is missing");
      return payment;
    };
    const totals = async (deps: ReturnType<typeof withDoubles>, id: number) => {
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

    test("a payment that is cancelled while its gateway is being asked is not successful in the trial", async () => {
      const deps = withDoubles();
      const id = await trial(deps);
      let release = (): void => undefined;
      const until = new Promise<void>((resolve) => {
        release = resolve;
      });
      for (const double of deps.gateways.values()) double.until = until;
      const creating = create(deps);
      const reference = await eventually(
        async () =>
          (
            await byHand.service.db.query<{ reference: string }>(
              `select merchant_transaction_id as reference from payments
               where status = 'INITIATED' and gateway is null order by id desc limit 1`,
            )
          ).rows[0]?.reference,
        (found) => found !== undefined,
      );
      expect(await cancelPayment(deps, SANDBOX, reference ?? "")).toMatchObject({ ok: true });
      release();
      await creating;
      await count();
      expect(await totals(deps, id)).toEqual({ payments: 1, successes: 0, abandoned: 1 });
    });

    test("a payment that is cancelled while it is found that no gateway can be asked counts once", async () => {
      const deps = withDoubles();
      const id = await trial(deps);
      await openCircuits();
      // Its name is read after the record is written, and before the gateways are looked at.
      vi.spyOn(deps.merchantNames, "of").mockImplementationOnce(async () => {
        const { rows } = await byHand.service.db.query<{ reference: string }>(
          "select merchant_transaction_id as reference from payments order by created_at desc, id desc limit 1",
        );
        await cancelPayment(deps, SANDBOX, rows[0]?.reference ?? "");
        return "Sandbox";
      });
      expect(await tryToOpen(deps)).toBe("changed_meanwhile");
      await count();
      expect(await totals(deps, id)).toEqual({ payments: 1, successes: 0, abandoned: 0 });
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

  test("has the fees of the gateways that took the payments of its sides, by what is entered now", async () => {
    const deps = withDoubles();
    const id = await trial(deps, 0.5);
    const payments = [];
    for (let n = 0; n < 12; n += 1) payments.push(await create(deps));
    await end(payments, 12);
    const fees = async () => (await resultOf(deps, id))?.trialResult?.fees;
    expect(await fees()).toMatchObject([{ currency: "INR", missing: ["one", "two"], current: null }]);
    const save = (gateway: string, fixedPaise: bigint, rateMillionths: number) =>
      saveGatewayFees(deps, SANDBOX, {
        gateway,
        revision: 0,
        fees: [{ currency: "INR", method: null, fixedPaise, rateMillionths }],
        author: "asha@example.com",
      });
    await save("one", 300n, 20_000);
    expect(await fees()).toMatchObject([{ missing: ["two"] }]);
    await save("two", 0n, 19_000);
    // Of 500.00 each.
    expect(await fees()).toMatchObject([
      {
        missing: [],
        current: { perPaymentPaise: 1_300n, share: 0.026 },
        candidate: { perPaymentPaise: 950n, share: 0.019 },
        difference: null,
      },
    ]);
  });

  test("has no fees of a gateway that took none of its payments", async () => {
    const deps = withDoubles();
    const id = await trial(deps, 0.5);
    await byHand.service.db.query(
      `insert into gateway_health (gateway, state, failures, openings, opened_at, next_trial_at)
       values ('two', 'open', '{}', 1, now(), now() + interval '1 hour')`,
    );
    const payments = [];
    for (let n = 0; n < 12; n += 1) payments.push(await create(deps));
    expect(new Set(payments.map(({ gateway }) => gateway))).toEqual(new Set(["one"]));
    await end(payments, 12);
    for (const [gateway, rateMillionths] of [
      ["one", 30_000],
      ["two", 10_000],
    ] as const) {
      await saveGatewayFees(deps, SANDBOX, {
        gateway,
        revision: 0,
        fees: [{ currency: "INR", method: null, fixedPaise: 0n, rateMillionths }],
        author: "asha@example.com",
      });
    }
    // Each of them was paid at one, for three percent.
    expect((await resultOf(deps, id))?.trialResult?.fees).toMatchObject([
      { current: { share: 0.03 }, candidate: { share: 0.03 } },
    ]);
  });

  test("whose payments were counted without amounts by an older version has no fees", async () => {
    const deps = withDoubles();
    const id = await trial(deps, 0.5);
    await byHand.service.db.query(
      `insert into rule_experiment_results (merchant_id, experiment_id, arm, day, currency, payment_method, gateway,
         other_gateway, payments, successes, expected, squares, deviations)
       values ($1, $2, 'current', now()::date, 'INR', 'UPI', 'one', '', 200, 180, 0, 0, 0)`,
      [SANDBOX, id],
    );
    expect((await resultOf(deps, id))?.trialResult).toMatchObject({ current: { payments: 200 }, fees: null });
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
