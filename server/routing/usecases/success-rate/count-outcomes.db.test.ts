import { beforeEach, describe, expect, test, vi } from "vitest";
import { routingRulesSchema } from "@/lib/contract/rules/rule";
import { addMerchant } from "../../testing/add-merchant";
import { GatewayDouble } from "../../testing/gateway-double";
import { choose } from "../../testing/merchant-code";
import { rule, storeRules } from "../../testing/rules";
import { useServiceWithoutWorker } from "../../testing/service-without-worker";
import { applyGatewayPayment } from "../payments/apply-gateway-payment";
import { createPayment } from "../payments/create-payment";
import { saveGatewayFees } from "../gateways/save-fees";
import { rememberNothing } from "../idempotency";
import { rulesInForce } from "../rules/route-payment";
import { saveRules } from "../rules/save-rules";
import { SharesCache } from "./shares-cache";
import { countOutcomes } from "./count-outcomes";
import { deleteOldStatistics } from "./delete-old-statistics";
import { findPayment } from "../../store/payments/payments";
import { findRoutingDecision } from "../../store/rules/routing-decisions";

const byHand = useServiceWithoutWorker();
const SANDBOX = 1;
const TARGET = { kind: "success_rate", gateways: ["one", "two"], floor_percent: 1, shift_percent: 100 };

beforeEach(async () => {
  for (const table of [
    "payment_outcomes",
    "gateway_statistics",
    "success_rate_shares",
    "gateway_fee_lists",
  ]) {
    await byHand.service.db.query(`delete from ${table}`);
  }
  await storeRules(byHand.service, [rule("best", { target: TARGET })]);
});

let references = 0;
const request = (fields: Partial<Parameters<typeof createPayment>[2]> = {}) => ({
  reference: `RATES-${(references += 1)}`,
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
  ...fields,
});

/** Use cases with two gateways that are doubles. */
function withDoubles() {
  const [one, two] = [new GatewayDouble("one"), new GatewayDouble("two")];
  const gateways = new Map([
    [one.name, one],
    [two.name, two],
  ]);
  return { one, two, deps: { ...byHand.deps, gateways, shares: new SharesCache() } };
}

async function create(deps: ReturnType<typeof withDoubles>["deps"], fields = {}) {
  const created = await createPayment(deps, SANDBOX, request(fields), rememberNothing);
  if (!created.ok) throw new Error(`not created: ${created.error.kind}`);
  return created.value.payment;
}

async function addOutcomes(paymentId: string, gateway: string, results: readonly boolean[]): Promise<void> {
  await byHand.service.db.query(
    `insert into payment_outcomes (merchant_id, payment_id, gateway, is_success, at)
     select $1, $2, $3, is_success, now() from unnest($4::boolean[]) is_success`,
    [SANDBOX, paymentId, gateway, results],
  );
}
/** That part of a hundred outcomes, spread evenly: as they come from a gateway whose rate does not change. */
const evenly = (successes: number): boolean[] =>
  Array.from(
    { length: 100 },
    (_, index) => Math.floor((index * successes) / 100) < Math.floor(((index + 1) * successes) / 100),
  );
const times = (n: number, isSuccess: boolean): boolean[] => Array.from({ length: n }, () => isSuccess);
const waiting = async (): Promise<unknown[]> =>
  (
    await byHand.service.db.query<{ gateway: string; is_success: boolean }>(
      "select gateway, is_success from payment_outcomes order by merchant_id, id",
    )
  ).rows;
const counted = async (gateway: string, segment = "*"): Promise<{ successes: number; failures: number }> => {
  const { rows } = await byHand.service.db.query<{ successes: number; failures: number }>(
    "select successes, failures from gateway_statistics where gateway = $1 and segment = $2",
    [gateway, segment],
  );
  return rows[0] ?? { successes: 0, failures: 0 };
};

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
    const { deps, one, two } = withDoubles();
    one.behaviour = "unavailable";
    two.behaviour = "refuses";
    const failed = await createPayment(deps, SANDBOX, request(), rememberNothing);
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
  const latest = async (deps: ReturnType<typeof withDoubles>["deps"], id: string) => {
    const payment = await findPayment(deps.pool, SANDBOX, id);
    if (payment === null) throw new Error("it is missing");
    return payment;
  };

  test("after its gateway had declined it counts against the gateway, once: most vendors' pages stay open", async () => {
    const { deps } = withDoubles();
    const { id, gateway } = await create(deps);
    await applyGatewayPayment(deps, await latest(deps, id), { status: "OPEN", failure });
    expect(await waiting()).toEqual([]);
    await applyGatewayPayment(deps, await latest(deps, id), { status: "CLOSED" });
    await applyGatewayPayment(deps, await latest(deps, id), { status: "CLOSED", failure });
    expect((await latest(deps, id)).status).toBe("DROP");
    expect(await waiting()).toEqual([{ gateway, is_success: false }]);
  });

  test("counts when the code arrives later, once, and not without a code", async () => {
    const { deps } = withDoubles();
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
    const { deps } = withDoubles();
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
    const { deps } = withDoubles();
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
    const { deps } = withDoubles();
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
    const { deps } = withDoubles();
    await addOutcomes("TXN-deleted", "one", [true]);
    expect(await countOutcomes(deps)).toBe(false);
    expect(await waiting()).toEqual([]);
    expect(await counted("one")).toEqual({ successes: 0, failures: 0 });
  });

  test("rules that cannot be read keep nobody's outcomes from being counted", async () => {
    const { deps } = withDoubles();
    const payment = await create(deps);
    await addOutcomes(payment.id, "one", [true]);
    await storeRules(byHand.service, [rule("broken", { target: { kind: "from the future" } })]);
    await countOutcomes({ ...deps, logger: { ...deps.logger, error: vi.fn() } as never });
    expect((await counted("one")).successes).toBe(1);
  });
});

describe("what nobody can count any more", () => {
  const sharesOf = async (ruleId: string): Promise<number> =>
    (
      await byHand.service.db.query<{ count: number }>(
        "select count(*)::integer as count from success_rate_shares where rule_id = $1",
        [ruleId],
      )
    ).rows[0]?.count ?? 0;

  test("data of one merchant that the database refuses keep no other merchant's outcomes waiting", async () => {
    const { deps } = withDoubles();
    const other = await addMerchant(byHand.service);
    const paid = await other.payment({}, null);
    await choose(paid.payment_link, "success");
    const { id } = await create(deps);
    await addOutcomes(id, "one", [true]);
    const { db } = byHand.service;
    await db.query("alter table gateway_statistics add constraint refused check (merchant_id <> 1)");
    try {
      await countOutcomes(deps);
    } finally {
      await db.query("alter table gateway_statistics drop constraint refused");
    }
    expect(await waiting()).toEqual([]);
    expect(await counted("one")).toEqual({ successes: 0, failures: 0 });
    expect(await counted("simulator")).toEqual({ successes: 1, failures: 0 });
  });

  test("an outcome that cannot be read keeps no other waiting", async () => {
    const { deps } = withDoubles();
    const [broken, whole] = [await create(deps), await create(deps)];
    await byHand.service.db.query("update payments set payment_method = 'from the future' where id = $1", [
      broken.id,
    ]);
    await addOutcomes(broken.id, "one", [true]);
    await addOutcomes(whole.id, "one", [true]);
    await countOutcomes({ ...deps, logger: { ...deps.logger, error: vi.fn() } as never });
    expect(await waiting()).toEqual([]);
    expect((await counted("one")).successes).toBeCloseTo(1, 6);
  });

  test("shares that cannot be read stop no payment and no count, which replaces them", async () => {
    const { deps } = withDoubles();
    const first = await create(deps);
    await addOutcomes(first.id, "one", [true]);
    await countOutcomes(deps);
    await byHand.service.db.query("update success_rate_shares set gateways = '[{}]'");
    const fresh = { ...deps, shares: new SharesCache() };
    expect((await create(fresh)).gateway).not.toBeNull();
    await addOutcomes(first.id, "one", [true]);
    await countOutcomes(deps);
    const { rows } = await byHand.service.db.query("select from success_rate_shares where gateways = '[{}]'");
    expect(rows).toEqual([]);
  });

  test("the shares of a rule that is gone are not counted every second because a gateway was failing in them", async () => {
    const { deps } = withDoubles();
    const first = await create(deps);
    await addOutcomes(first.id, "one", [...times(60, true), ...times(40, false)]);
    await countOutcomes(deps);
    expect(await sharesOf("best")).toBe(3);
    await storeRules(byHand.service, [rule("renamed", { target: TARGET })]);
    await byHand.service.db.query("update success_rate_shares set at = at - interval '2 minutes'");
    await countOutcomes(deps);
    expect([await sharesOf("best"), await sharesOf("renamed")]).toEqual([0, 3]);
  });

  test("a process that has read shares also reads those that follow after all have been deleted", async () => {
    const { deps } = withDoubles();
    const first = await create(deps);
    for (let i = 0; i < 3; i += 1) {
      await addOutcomes(first.id, "one", [true]);
      await countOutcomes(deps);
    }
    const atSecond = (second: number) => {
      const now = Date.now() + second * 1_000;
      return { ...deps, clock: { ...deps.clock, now: () => new Date(now) } };
    };
    await create(atSecond(2));
    await byHand.service.db.query("delete from success_rate_shares");
    await addOutcomes(first.id, "one", times(20, true));
    await countOutcomes(deps);
    const { id } = await create(atSecond(4));
    const decision = await findRoutingDecision(deps.pool, SANDBOX, id);
    expect(decision?.shares[0]?.gateways.map(({ outcomes }) => outcomes)).toEqual([23, 0]);
  });

  test("statistics that nothing has changed for 60 days are deleted, later ones stay", async () => {
    const { deps } = withDoubles();
    const first = await create(deps);
    await addOutcomes(first.id, "one", [true]);
    await addOutcomes(first.id, "two", [true]);
    await countOutcomes(deps);
    await byHand.service.db.query(
      "update gateway_statistics set at = at - interval '61 days' where gateway = 'one'",
    );
    expect(await deleteOldStatistics(deps)).toBe(false);
    expect((await counted("one")).successes).toBe(0);
    expect((await counted("two")).successes).toBe(1);
    expect(await sharesOf("best")).toBe(3);
  });

  test("a merchant with any number of banks has 5,000 shares at most; further payments follow the coarser ones", async () => {
    const { deps } = withDoubles();
    const first = await create(deps);
    await addOutcomes(first.id, "one", [true]);
    await countOutcomes(deps);
    await byHand.service.db.query(
      `insert into success_rate_shares
       select 1, 'best', 'currency=INR&method=UPI&bank=' || n, '[]', false, now(), 1 from generate_series(1, 4996) n`,
    );
    const another = await create(deps, { issuingBank: "ANOTHER" });
    await addOutcomes(another.id, "one", [true]);
    await countOutcomes(deps);
    expect(await sharesOf("best")).toBe(5_000);
    const { id } = await create({ ...deps, shares: new SharesCache() }, { issuingBank: "ANOTHER" });
    const decision = await findRoutingDecision(deps.pool, SANDBOX, id);
    expect(decision?.shares[0]?.segment).toBe("currency=INR&method=UPI&bank=ANOTHER");
  });
});

describe("routing by success rate", () => {
  test("sends payments to the gateway that succeeds more often, and stores what it knew", async () => {
    const { deps } = withDoubles();
    const first = await create(deps);
    await addOutcomes(first.id, "one", evenly(40));
    await addOutcomes(first.id, "two", evenly(90));
    await countOutcomes(deps);
    // The shares move from equal ones by a hundred points a minute at most: a minute passes.
    await byHand.service.db.query("update success_rate_shares set at = at - interval '2 minutes'");
    await addOutcomes(first.id, "two", [true]);
    await countOutcomes(deps);

    const fresh = { ...deps, shares: new SharesCache() };
    const payments = await Promise.all(Array.from({ length: 40 }, () => create(fresh)));
    const chosen = payments.filter(({ gateway }) => gateway === "two").length;
    expect(chosen).toBeGreaterThan(32);
    const decision = await findRoutingDecision(deps.pool, SANDBOX, payments[0]?.id ?? "");
    expect(decision?.shares).toMatchObject([
      {
        ruleId: "best",
        segment: "currency=INR&method=UPI&band=1",
        gateways: [
          { gateway: "one", outcomes: 100, isFailing: false },
          { gateway: "two", outcomes: 101, isFailing: false },
        ],
      },
    ]);
    const [one, two] = decision?.shares[0]?.gateways ?? [];
    expect(one?.rate).toBeLessThan(0.6);
    expect(two?.rate).toBeGreaterThan(0.8);
    expect((one?.share ?? 0) + (two?.share ?? 0)).toBeCloseTo(1, 6);
    expect(two?.share).toBeGreaterThan(0.9);
  });

  test("of gateways within the points of the rule the one with the lower fee gets the payments, and keeps what it was decided with", async () => {
    await storeRules(byHand.service, [rule("best", { target: { ...TARGET, cost_within_percent: 10 } })]);
    const { deps } = withDoubles();
    const save = (gateway: string, revision: number, rateMillionths: number) =>
      saveGatewayFees(deps, SANDBOX, {
        gateway,
        revision,
        author: "test",
        fees: [
          { currency: "INR", method: null, fixedPaise: 0n, rateMillionths: 90_000 },
          { currency: "INR", method: "UPI", fixedPaise: 500n, rateMillionths },
        ],
      });
    await save("one", 0, 5_000);
    await save("two", 0, 20_000);
    const first = await create(deps);
    const count = async (): Promise<void> => {
      await addOutcomes(first.id, "two", [true]);
      await countOutcomes(deps);
      await byHand.service.db.query("update success_rate_shares set at = at - interval '2 minutes'");
    };
    await addOutcomes(first.id, "one", evenly(86));
    await addOutcomes(first.id, "two", evenly(90));
    await count();
    await count();
    const decide = async () => {
      const { id } = await create({ ...deps, shares: new SharesCache() });
      return (await findRoutingDecision(deps.pool, SANDBOX, id))?.shares[0];
    };
    const decided = await decide();
    // 5.00 of 500.00 is one percent more.
    expect(decided).toMatchObject({
      costWithin: 0.1,
      gateways: [
        { gateway: "one", feeRate: 0.015 },
        { gateway: "two", feeRate: 0.03 },
      ],
    });
    expect(decided?.gateways[0]?.share).toBeGreaterThan(0.7);

    await save("one", 1, 60_000);
    await count();
    await count();
    expect((await decide())?.gateways[0]).toMatchObject({ gateway: "one", feeRate: 0.07 });
    expect((await decide())?.gateways[0]?.share).toBeLessThan(0.3);
    const { rows } = await byHand.service.db.query<{ shares: unknown }>(
      `select routing_decision->'shares' as shares from payments
       where routing_decision->'shares'->0->'gateways'->0->>'feeRate' = '0.015'`,
    );
    expect(rows).toHaveLength(1);
  });

  test("without the points fees decide nothing, and are stored with the decision all the same", async () => {
    const { deps } = withDoubles();
    for (const [gateway, rateMillionths] of [
      ["one", 0],
      ["two", 90_000],
    ] as const) {
      const fees = [{ currency: "INR", method: null, fixedPaise: 0n, rateMillionths }];
      await saveGatewayFees(deps, SANDBOX, { gateway, revision: 0, fees, author: "test" });
    }
    const first = await create(deps);
    await addOutcomes(first.id, "one", evenly(80));
    await addOutcomes(first.id, "two", evenly(90));
    for (let i = 0; i < 2; i += 1) {
      await addOutcomes(first.id, "two", [true]);
      await countOutcomes(deps);
      await byHand.service.db.query("update success_rate_shares set at = at - interval '2 minutes'");
    }
    const { id } = await create({ ...deps, shares: new SharesCache() });
    const decision = await findRoutingDecision(deps.pool, SANDBOX, id);
    expect(decision?.shares[0]).toMatchObject({
      costWithin: 0,
      gateways: [{ feeRate: 0 }, { feeRate: 0.09 }],
    });
    expect(decision?.shares[0]?.gateways[1]?.share).toBeGreaterThan(0.8);
  });

  test("a rule that weighs fees is saved with a warning until each of its gateways has one", async () => {
    const { deps } = withDoubles();
    const rules = routingRulesSchema.parse([
      rule("weighing", { target: { ...TARGET, cost_within_percent: 1.5 } }),
    ]);
    const save = async () => {
      const { version } = await rulesInForce(deps, deps.pool, SANDBOX);
      const change = { expectedVersion: version, rules, author: "test", note: null, restoredFrom: null };
      const saved = await saveRules(deps, SANDBOX, change);
      if (!saved.ok) throw new Error(saved.error.kind);
      return saved.value.warnings;
    };
    const fees = [{ currency: "INR", method: null, fixedPaise: 0n, rateMillionths: 0 }];
    await saveGatewayFees(deps, SANDBOX, { gateway: "one", revision: 0, fees, author: "test" });
    expect(await save()).toEqual([{ kind: "fee_unknown", ruleId: "weighing", gateways: ["two"] }]);
    await saveGatewayFees(deps, SANDBOX, { gateway: "two", revision: 0, fees, author: "test" });
    expect(await save()).toEqual([]);
  });

  test("a decision from before there were fees can be read", async () => {
    const { deps } = withDoubles();
    const { id } = await create(deps);
    const old = {
      ruleSetVersion: 1,
      verdicts: [],
      attempts: [],
      shares: [
        {
          ruleId: "best",
          segment: "*",
          at: "2026-11-01T10:00:00.000Z",
          gateways: [{ gateway: "one", share: 1, rate: 0.9, outcomes: 3, isFailing: false }],
        },
      ],
    };
    await byHand.service.db.query("update payments set routing_decision = $2 where id = $1", [
      id,
      JSON.stringify(old),
    ]);
    const decision = await findRoutingDecision(deps.pool, SANDBOX, id);
    expect(decision?.shares).toMatchObject([{ costWithin: 0, gateways: [{ feeRate: null }] }]);
  });

  test("a share moves no faster than its rule allows", async () => {
    const slow = { ...TARGET, shift_percent: 10 };
    await storeRules(byHand.service, [rule("best", { target: slow })]);
    const { deps } = withDoubles();
    const first = await create(deps);
    await addOutcomes(first.id, "one", times(1, true));
    await countOutcomes(deps);
    await byHand.service.db.query("update success_rate_shares set at = at - interval '1 minute'");
    await addOutcomes(first.id, "two", times(100, true));
    await addOutcomes(first.id, "one", evenly(50));
    await countOutcomes(deps);
    const { rows } = await byHand.service.db.query<{ gateways: { gateway: string; share: number }[] }>(
      "select gateways from success_rate_shares where segment = '*'",
    );
    const share = rows[0]?.gateways.find(({ gateway }) => gateway === "two")?.share ?? 0;
    expect(share).toBeGreaterThan(0.55);
    expect(share).toBeLessThan(0.61);
  });

  test("another segment learns at once that a gateway is failing, and gets it back when nobody hears of it", async () => {
    const { deps } = withDoubles();
    const upi = await create(deps);
    const card = await create(deps, { paymentMethod: "CC", cardScheme: "VISA" });
    for (const { id } of [upi, card]) {
      await addOutcomes(id, "one", times(60, true));
      await addOutcomes(id, "two", times(60, true));
    }
    await countOutcomes(deps);
    await addOutcomes(upi.id, "one", times(40, false));
    await countOutcomes(deps);
    const failing = async (): Promise<unknown[]> =>
      (
        await byHand.service.db.query<{ has_failing: boolean }>(
          `select distinct has_failing from success_rate_shares where segment like '%method=CC%'`,
        )
      ).rows;
    expect(await failing()).toEqual([{ has_failing: true }]);

    await byHand.service.db.query(
      `update gateway_statistics set at = at - interval '2 hours', failing_since = failing_since - interval '2 hours'`,
    );
    await byHand.service.db.query("update success_rate_shares set at = at - interval '2 hours'");
    await countOutcomes(deps);
    expect(await failing()).toEqual([{ has_failing: false }]);
  });

  test("every process has the same shares within a second, reading only what has changed", async () => {
    const { deps } = withDoubles();
    const first = await create(deps);
    const other = { ...deps, shares: new SharesCache() };
    await create(other);
    await addOutcomes(first.id, "one", times(50, false));
    await addOutcomes(first.id, "two", times(50, true));
    await countOutcomes(deps);
    const now = deps.clock.now().getTime() + 1_000;
    const late = { ...other, clock: { ...other.clock, now: () => new Date(now) } };
    const payment = await create(late);
    const decision = await findRoutingDecision(deps.pool, SANDBOX, payment.id);
    expect(decision?.shares[0]?.gateways.map(({ outcomes }) => outcomes)).toEqual([50, 50]);
  });

  test("no merchant's outcomes count for another", async () => {
    const { deps } = withDoubles();
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
