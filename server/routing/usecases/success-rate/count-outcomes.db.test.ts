import { describe, expect, test, vi } from "vitest";
import { choose } from "@/tools/testing/routing/merchant-code";
import { rule, storeRules } from "@/tools/testing/routing/rules";
import { times, useSuccessRates } from "@/tools/testing/routing/success-rates";
import type { Deps } from "../deps";
import { countOutcomes } from "./count-outcomes";

const { byHand, withDoubles, request, create, addOutcomes, waiting, counted } = useSuccessRates();

const MINUTE_MS = 60_000;
/** The customer pays, or does not, on the simulator's own page so many minutes after the link was issued. */
async function minutesAfter(paymentId: string, minutes: number): Promise<void> {
  await byHand.service.db.query(
    `update payments set expires_at = link_issued_at + interval '1 day',
       completed_at = link_issued_at + $2 * interval '1 minute' where id = $1`,
    [paymentId, minutes],
  );
}

describe("outcomes that wait to be counted", () => {
  test("each payment counts once, half an hour after its checkout was opened, by whether it was paid by then", async () => {
    await storeRules(byHand.service, [rule("only")]);
    const { merchant, db } = byHand.service;
    const ids: string[] = [];
    for (const [choice, minutes] of [
      ["success", 3],
      ["success", 31],
      ["failure", 2],
      ["drop", 5],
    ] as const) {
      const payment = await merchant.payment({}, null);
      await choose(payment.payment_link, choice);
      await minutesAfter(payment.transaction_id, minutes);
      ids.push(payment.transaction_id);
    }
    const open = await merchant.payment({}, null);
    const cancelled = await merchant.payment({}, null);
    await merchant.cancel(cancelled.merchant_transaction_id);
    ids.push(open.transaction_id, cancelled.transaction_id);
    expect(await waiting()).toHaveLength(ids.length);
    // The service of the test lets payments expire after a minute.
    await db.query(
      `update payment_outcomes o set at = p.link_issued_at + interval '30 minutes' from payments p where p.id = o.payment_id`,
    );
    const deps = withDoubles();
    const inMinutes = (minutes: number): Deps => ({
      ...deps,
      clock: { now: () => new Date(Date.now() + minutes * MINUTE_MS) },
    });
    await countOutcomes(inMinutes(29));
    expect(await counted("simulator")).toEqual({ successes: 0, failures: 0 });
    await Promise.all([countOutcomes(inMinutes(31)), countOutcomes(inMinutes(31))]);
    await countOutcomes(inMinutes(31));
    const { successes, failures } = await counted("simulator");
    // Paid late, declined, left and still open are not paid; a cancel says nothing of the gateway.
    expect([Math.round(successes), Math.round(failures)]).toEqual([1, 4]);
    expect(await waiting()).toEqual([]);
  });

  test("a gateway that opens no checkout leaves a failure, and the next one the payment's own outcome", async () => {
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
      new Set([
        JSON.stringify({ gateway: "one", is_success: false }),
        JSON.stringify({ gateway: "two", is_success: null }),
      ]),
    );
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
