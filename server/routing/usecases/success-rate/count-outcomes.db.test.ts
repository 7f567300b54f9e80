import { beforeEach, describe, expect, test, vi } from "vitest";
import { GatewayDouble } from "../../testing/gateway-double";
import { choose } from "../../testing/merchant-code";
import { rule, storeRules } from "../../testing/rules";
import { useServiceWithoutWorker } from "../../testing/service-without-worker";
import { applyGatewayPayment } from "../payments/apply-gateway-payment";
import { createPayment } from "../payments/create-payment";
import { rememberNothing } from "../idempotency";
import { SharesCache } from "./shares-cache";
import { countOutcomes } from "./count-outcomes";
import { deleteOldStatistics } from "./delete-old-statistics";
import { findPayment } from "../../store/payments/payments";
import { findRoutingDecision } from "../../store/rules/routing-decisions";

const byHand = useServiceWithoutWorker();
const SANDBOX = 1;
const TARGET = { kind: "success_rate", gateways: ["one", "two"], floor_percent: 1, shift_percent: 100 };

beforeEach(async () => {
  for (const table of ["payment_outcomes", "gateway_statistics", "success_rate_shares"]) {
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
