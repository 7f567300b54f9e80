import { describe, expect, test, vi } from "vitest";
import { findExperiment } from "../../store/experiments/rule-experiments";
import { findPayment } from "../../store/payments/payments";
import { useExperiments } from "@/tools/testing/routing/experiments";
import { SANDBOX } from "@/tools/testing/routing/gateway-doubles";
import { paymentRequest } from "@/tools/testing/routing/payment-request";
import { rememberNothing } from "../idempotency";
import { applyGatewayPayment } from "../payments/apply-gateway-payment";
import { cancelPayment } from "../payments/cancel-payment";
import { createPayment } from "../payments/create-payment";

const {
  byHand,
  withDoubles,
  create,
  openCircuits,
  tryToOpen,
  count,
  end,
  trial,
  createAndCancelMeanwhile,
  resultOf,
} = useExperiments();

describe("a trial whose gateways are not asked, because their circuits are open", () => {
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

describe("a trial whose customers leave", () => {
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

  test("a payment that is cancelled is not successful in the trial, and says nothing of its gateway; one that is left does", async () => {
    const deps = withDoubles();
    const id = await trial(deps);
    const cancelled = await create(deps);
    await cancelPayment(deps, SANDBOX, cancelled.reference);
    await count();
    expect(await totals(deps, id)).toEqual({ payments: 1, successes: 0, abandoned: 1 });
    expect(await counted()).toBe(0);
    await applyGatewayPayment(deps, await create(deps), { status: "CLOSED" });
    await count();
    expect(await totals(deps, id)).toEqual({ payments: 2, successes: 0, abandoned: 2 });
    expect(await counted()).toBeGreaterThan(0);
  });

  test("a payment that is cancelled while its gateway is being asked is not successful in the trial", async () => {
    const deps = withDoubles();
    const id = await trial(deps);
    await createAndCancelMeanwhile(deps);
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

  test("a decline that is reported after the payment has counted changes nothing", async () => {
    const deps = withDoubles();
    const id = await trial(deps);
    const { id: paymentId } = await create(deps);
    await applyGatewayPayment(deps, await latest(deps, paymentId), { status: "CLOSED" });
    await count();
    await applyGatewayPayment(deps, await latest(deps, paymentId), { status: "CLOSED", failure });
    await count();
    expect(await totals(deps, id)).toEqual({ payments: 1, successes: 0, abandoned: 1 });
  });

  test("a gateway that takes no money at all is seen as soon as its payments have the age, whether their pages are open or not", async () => {
    const deps = withDoubles();
    const id = await trial(deps);
    for (let n = 0; n < 4; n += 1) await create(deps);
    expect(await totals(deps, id)).toEqual({ payments: 0, successes: 0, abandoned: 0 });
    await count();
    expect(await totals(deps, id)).toEqual({ payments: 4, successes: 0, abandoned: 4 });
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
});
