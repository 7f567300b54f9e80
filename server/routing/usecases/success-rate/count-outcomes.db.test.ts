import { describe, expect, test, vi } from "vitest";
import { findPayment } from "../../store/payments/payments";
import { SANDBOX } from "../../testing/gateway-doubles";
import { choose } from "../../testing/merchant-code";
import { rule, storeRules } from "../../testing/rules";
import { times, useSuccessRates } from "../../testing/success-rates";
import type { Deps } from "../deps";
import { applyGatewayPayment } from "../payments/apply-gateway-payment";
import { countOutcomes } from "./count-outcomes";

const { byHand, withDoubles, request, create, addOutcomes, waiting, counted } = useSuccessRates();

describe("outcomes that wait to be counted", () => {
  test("a payment that succeeds or fails leaves one in its transaction; one that is cancelled or dropped leaves none", async () => {
    await storeRules(byHand.service, [rule("only")]);
    const { merchant } = byHand.service;
    for (const choice of ["success", "failure", "drop"] as const) {
      const payment = await merchant.payment({}, null);
      await choose(payment.payment_link, choice);
    }
    const cancelled = await merchant.payment({}, null);
    await merchant.cancel(cancelled.merchant_transaction_id);
    expect(await waiting()).toEqual([
      { gateway: "simulator", is_success: true },
      { gateway: "simulator", is_success: false },
    ]);
  });

  test("a gateway that opens no checkout leaves a failure, the next one its own outcome later", async () => {
    const deps = withDoubles();
    const { one, two } = deps.doubles;
    one.behaviour = "unavailable";
    two.behaviour = "refuses";
    const failed = await request(deps);
    expect(failed.ok && failed.value.result).toBe("gateway_failed");
    expect((await waiting()).length).toBe(2);
    await byHand.service.db.query("delete from payment_outcomes");
    two.behaviour = "opens";
    for (let i = 0; i < 6; i += 1) await create(deps);
    expect(new Set((await waiting()).map((row) => JSON.stringify(row)))).toEqual(
      new Set([JSON.stringify({ gateway: "one", is_success: false })]),
    );
  });
});

describe("a payment that was dropped", () => {
  const failure = { code: "do_not_honor", message: null };
  const latest = async (deps: Deps, id: string) => {
    const payment = await findPayment(deps.pool, SANDBOX, id);
    if (payment === null) throw new Error("it is missing");
    return payment;
  };

  test("after its gateway had declined it counts against the gateway, once: most vendors' pages stay open", async () => {
    const deps = withDoubles();
    const { id, gateway } = await create(deps);
    await applyGatewayPayment(deps, await latest(deps, id), { status: "OPEN", failure });
    expect(await waiting()).toEqual([]);
    await applyGatewayPayment(deps, await latest(deps, id), { status: "CLOSED" });
    await applyGatewayPayment(deps, await latest(deps, id), { status: "CLOSED", failure });
    expect((await latest(deps, id)).status).toBe("DROP");
    expect(await waiting()).toEqual([{ gateway, is_success: false }]);
  });

  test("counts when the code arrives later, once, and not without a code", async () => {
    const deps = withDoubles();
    const { id, gateway } = await create(deps);
    await applyGatewayPayment(deps, await latest(deps, id), { status: "CLOSED" });
    expect(await waiting()).toEqual([]);
    for (const code of ["do_not_honor", "do_not_honor", "another"]) {
      await applyGatewayPayment(deps, await latest(deps, id), {
        status: "CLOSED",
        failure: { code, message: null },
      });
    }
    expect(await waiting()).toEqual([{ gateway, is_success: false }]);
  });
});

describe("counting", () => {
  test("counts each outcome once, in every segment of its payment, however many count at the same time", async () => {
    const deps = withDoubles();
    const payment = await create(deps);
    await addOutcomes(payment.id, "one", [...times(30, true), ...times(10, false)]);
    await Promise.all(Array.from({ length: 4 }, () => countOutcomes(deps)));
    await countOutcomes(deps);
    expect(await waiting()).toEqual([]);
    const segments = ["*", "currency=INR&method=UPI", "currency=INR&method=UPI&band=1"];
    for (const segment of segments) {
      const { successes, failures } = await counted("one", segment);
      expect([successes, failures].map((n) => Math.round(n * 100) / 100)).toEqual([30, 10]);
    }
  });

  test("a failure that no gateway could have avoided does not count, one that nobody explains does", async () => {
    const deps = withDoubles();
    const declined = async (code: string | null): Promise<void> => {
      const payment = await create(deps);
      await byHand.service.db.query(
        "update payments set gateway = 'stripe', failure_code = $2 where id = $1",
        [payment.id, code],
      );
      await addOutcomes(payment.id, "stripe", [false]);
    };
    for (const code of ["insufficient_funds", "do_not_honor", "a code from the future", null])
      await declined(code);
    await countOutcomes(deps);
    expect((await counted("stripe")).failures).toBeCloseTo(3, 3);
  });

  test("a count that fails before its commit leaves the outcomes to the next one", async () => {
    const deps = withDoubles();
    const payment = await create(deps);
    await addOutcomes(payment.id, "one", times(5, true));
    await byHand.service.db.query("alter table success_rate_shares rename to success_rate_shares_away");
    await expect(countOutcomes(deps)).rejects.toThrow("success_rate_shares");
    await byHand.service.db.query("alter table success_rate_shares_away rename to success_rate_shares");
    expect(await counted("one")).toEqual({ successes: 0, failures: 0 });
    await countOutcomes(deps);
    expect((await counted("one")).successes).toBeCloseTo(5, 3);
  });

  test("the outcome of a payment that has been deleted is dropped", async () => {
    const deps = withDoubles();
    await addOutcomes("TXN-deleted", "one", [true]);
    expect(await countOutcomes(deps)).toBe(false);
    expect(await waiting()).toEqual([]);
    expect(await counted("one")).toEqual({ successes: 0, failures: 0 });
  });

  test("rules that cannot be read keep nobody's outcomes from being counted", async () => {
    const deps = withDoubles();
    const payment = await create(deps);
    await addOutcomes(payment.id, "one", [true]);
    await storeRules(byHand.service, [rule("broken", { target: { kind: "from the future" } })]);
    await countOutcomes({ ...deps, logger: { ...deps.logger, error: vi.fn() } as never });
    expect((await counted("one")).successes).toBe(1);
  });

  test("no merchant's outcomes count for another", async () => {
    const deps = withDoubles();
    const payment = await create(deps);
    const { rows } = await byHand.service.db.query<{ id: number }>(
      "insert into merchants (name) values ('rates of another') returning id",
    );
    const otherId = rows[0]?.id ?? 0;
    await byHand.service.db.query(
      `insert into payment_outcomes (merchant_id, payment_id, gateway, is_success, at)
       select $1, $2, 'one', false, now() from generate_series(1, 50)`,
      [otherId, payment.id],
    );
    await countOutcomes(deps);
    expect(await counted("one")).toEqual({ successes: 0, failures: 0 });
  });
});
