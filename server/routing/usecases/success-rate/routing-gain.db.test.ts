import { beforeEach, describe, expect, test } from "vitest";
import { cancelPayment } from "../payments/cancel-payment";
import { applyGatewayPayment } from "../payments/apply-gateway-payment";
import { findPayment } from "../../store/payments/payments";
import { useExperiments } from "@/tools/testing/routing/experiments";
import { SANDBOX } from "@/tools/testing/routing/gateway-doubles";
import { rule, storeRules } from "@/tools/testing/routing/rules";
import { routingGain } from "./routing-gain";
import { SharesCache } from "./shares-cache";

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
  createAndCancelMeanwhile,
} = useExperiments();
const TARGET = { kind: "success_rate", gateways: ["one", "two"], floor_percent: 5, shift_percent: 100 };
const BEST = rule("every", { target: TARGET });
const DAY_MS = 86_400_000;

beforeEach(async () => {
  await byHand.service.db.query("delete from success_rate_gains");
});

type Deps = ReturnType<typeof withDoubles>;
/** Their day is complete two days later. */
const gainLater = (deps: Deps, days = 2, merchant = SANDBOX) =>
  routingGain(
    { ...deps, clock: { ...deps.clock, now: () => new Date(Date.now() + days * DAY_MS) } },
    merchant,
  );
const sums = async () =>
  (
    await byHand.service.db.query<{ gateway: string; payments: number; weights: number; successes: number }>(
      `select rule_id, gateway, payments::integer, successes::integer, weights from success_rate_gains order by gateway`,
    )
  ).rows;

/** Rules that follow success rates, in a process that knows their shares. */
async function follow(deps: Deps): Promise<Deps> {
  inForce.version = await storeRules(byHand.service, [BEST]);
  const first = await create(deps);
  await twoIsBetter(first.id);
  await byHand.service.db.query("delete from success_rate_gains");
  return { ...deps, shares: new SharesCache() };
}
/** Sums as that many payments would have left them, of today. */
async function add(
  gateway: string,
  payments: number,
  successes: number,
  share: number,
  ruleId = "every",
): Promise<void> {
  await byHand.service.db.query(
    `insert into success_rate_gains select $1, now()::date, $6, '{one,two}', $2, payments, successes, payments / share, successes / share,
       payments / share ^ 2
     from (select $3::bigint as payments, $4::bigint as successes, $5::float8 as share) as these`,
    [SANDBOX, gateway, payments, successes, share, ruleId],
  );
}

describe("what routing by success rates gained", () => {
  test("counts each payment once by the share that its gateway had when it was decided, whatever its end is", async () => {
    const deps = await follow(withDoubles());
    const latest = async (id: string) => {
      const payment = await findPayment(deps.pool, SANDBOX, id);
      if (payment === null) throw new Error("it is missing");
      return payment;
    };
    const paid = await create(deps);
    await end([paid], 1);
    const left = await create(deps);
    await applyGatewayPayment(deps, left, { status: "CLOSED" });
    await applyGatewayPayment(deps, await latest(left.id), {
      status: "CLOSED",
      failure: { code: "do_not_honor", message: null },
    });
    const cancelled = await create(deps);
    await cancelPayment(deps, SANDBOX, cancelled.reference);
    await count();
    await count();
    const found = await sums();
    expect(found.reduce((sum, { payments }) => sum + payments, 0)).toBe(3);
    expect(found.reduce((sum, { successes }) => sum + successes, 0)).toBe(1);
    // All at the better one, with nearly every payment; each weighs a little more than one.
    expect(found.map(({ gateway }) => gateway)).toContain("two");
    for (const { payments, weights } of found) expect(weights).toBeGreaterThan(payments);
  });

  test("counts a payment for which no gateway was asked, because their circuits are open, as not successful", async () => {
    const deps = await follow(withDoubles());
    await openCircuits();
    const total = async (): Promise<number[]> => {
      const found = await sums();
      return [
        found.reduce((sum, { payments }) => sum + payments, 0),
        found.reduce((sum, { successes }) => sum + successes, 0),
      ];
    };
    for (let n = 0; n < 3; n += 1) expect(await tryToOpen(deps)).toBe("gateways_skipped");
    await count();
    expect(await total()).toEqual([3, 0]);
  });

  test("counts a payment that was cancelled while its gateway was being asked: the slower one loses more of them", async () => {
    const deps = await follow(withDoubles());
    await createAndCancelMeanwhile(deps);
    await count();
    expect((await sums()).reduce((sum, { payments }) => sum + payments, 0)).toBe(1);
  });

  test("does not count later attempts, nor payments that an experiment's rules or a fixed target decided", async () => {
    const before = withDoubles();
    await end([await create(before)], 1);
    expect(await sums()).toEqual([]);
    const deps = await follow(before);
    const again = await create(deps);
    await byHand.service.db.query("update payments set attempt = 2 where id = $1", [again.id]);
    await end([again], 1);
    const candidate = await create(deps);
    await byHand.service.db.query(
      `update payments set routing_decision = routing_decision ||
         '{"experiment": {"id": 1, "phase": "trial", "arm": "candidate", "effect": "moved"}}' where id = $1`,
      [candidate.id],
    );
    await end([candidate], 1);
    expect(await sums()).toEqual([]);
    expect(await gainLater(deps)).toMatchObject({ payments: 0, gain: null, basis: null });
    await end([await create(deps)], 1);
    expect(await sums()).toHaveLength(1);
  });

  test("is compared with the target that the rule had before, of days whose payments have all ended", async () => {
    const deps = withDoubles();
    // `ONE`, which sends every payment to one, was in force before.
    inForce.version = await storeRules(byHand.service, [BEST]);
    await add("one", 200, 140, 0.1);
    await add("two", 1_800, 1_620, 0.9);
    expect(await routingGain(deps, SANDBOX)).toMatchObject({ payments: 0 });
    const found = await gainLater(deps);
    expect(found).toMatchObject({ payments: 2_000, compared: 2_000, basis: "earlier" });
    expect(found.gain?.difference).toBeCloseTo(0.88 - 0.7, 6);
    expect(found.gain?.low).toBeGreaterThan(0.1);
    expect(await gainLater(deps, 12)).toMatchObject({ payments: 0 });
  });

  test("is compared with the target before these payments, not with one that the rule got after them", async () => {
    const deps = withDoubles();
    const to = (gateway: string) => [rule("replaced", { target: { kind: "gateway", gateway } })];
    await storeRules(byHand.service, to("one"));
    await storeRules(byHand.service, [rule("replaced", { target: TARGET })]);
    await add("one", 200, 140, 0.1, "replaced");
    await add("two", 1_800, 1_620, 0.9, "replaced");
    inForce.version = await storeRules(byHand.service, to("two"));
    const found = await gainLater(deps);
    expect(found.basis).toBe("earlier");
    expect(found.gain?.difference).toBeCloseTo(0.88 - 0.7, 6);
  });

  test("is compared with the target before the versions that its payments had, and not before ones that were over by then", async () => {
    const deps = withDoubles();
    const dayAgo = (days: number): Date => new Date(Date.now() - days * DAY_MS);
    const of = (target: unknown) => JSON.stringify([rule("again", { target })]);
    for (const [days, target] of [
      [40, { kind: "gateway", gateway: "two" }],
      [30, TARGET],
      [20, { kind: "gateway", gateway: "one" }],
      [10, { ...TARGET, floor_percent: 10 }],
      [2, TARGET],
    ] as const) {
      await byHand.service.db.query(
        `insert into routing_rule_sets (merchant_id, version, rules, author, created_at)
         select $1, max(version) + 1, $2, 'test', $3 from routing_rule_sets where merchant_id = $1`,
        [SANDBOX, of(target), dayAgo(days)],
      );
    }
    await add("one", 200, 140, 0.1, "again");
    await add("two", 1_800, 1_620, 0.9, "again");
    expect((await gainLater(deps)).gain?.difference).toBeCloseTo(0.88 - 0.7, 6);
  });

  test("is compared with equal shares where the rule had no target before with the same gateways", async () => {
    const deps = withDoubles();
    // The rule has an id of its own: versions of the tests before were in force on the same day.
    const elsewhere = rule("elsewhere", { target: { kind: "gateway", gateway: "three" } });
    await storeRules(byHand.service, [elsewhere]);
    inForce.version = await storeRules(byHand.service, [rule("elsewhere", { target: TARGET })]);
    await add("one", 200, 140, 0.1, "elsewhere");
    await add("two", 1_800, 1_620, 0.9, "elsewhere");
    const found = await gainLater(deps);
    expect(found.basis).toBe("equal");
    expect(found.gain?.difference).toBeCloseTo(0.88 - 0.8, 6);
  });

  test("says what the compared rules were compared with, whatever a rule with too few payments would be", async () => {
    const deps = withDoubles();
    inForce.version = await storeRules(byHand.service, [BEST]);
    await add("one", 200, 140, 0.1);
    await add("two", 1_800, 1_620, 0.9);
    await byHand.service.db.query(
      `insert into success_rate_gains values ($1, now()::date, 'new', '{one,two}', 'one', 1, 1, 2, 2, 4)`,
      [SANDBOX],
    );
    expect(await gainLater(deps)).toMatchObject({ payments: 2_001, compared: 2_000, basis: "earlier" });
  });

  test("of another merchant is not seen", async () => {
    const deps = withDoubles();
    await add("two", 1_800, 1_620, 0.9);
    expect(await gainLater(deps, 2, SANDBOX + 1)).toMatchObject({ payments: 0 });
    expect(await gainLater(deps)).toMatchObject({ payments: 1_800 });
  });

  // The last one, because no version can be removed again.
  test("is compared with equal shares where the versions that are read begin after these payments", async () => {
    const deps = withDoubles();
    const toTwo = { kind: "gateway", gateway: "two" };
    for (const target of [TARGET, toTwo, TARGET]) {
      await storeRules(byHand.service, [rule("crowded", { target })]);
    }
    await byHand.service.db.query(
      `insert into routing_rule_sets (merchant_id, version, rules, author, created_at)
       select merchant_id, version + n, rules, author, now() from routing_rule_sets cross join generate_series(1, 48) n
       where merchant_id = $1 and version = (select max(version) from routing_rule_sets where merchant_id = $1)`,
      [SANDBOX],
    );
    await add("one", 200, 140, 0.1, "crowded");
    await add("two", 1_800, 1_620, 0.9, "crowded");
    expect((await gainLater(deps)).basis).toBe("equal");
  });
});
