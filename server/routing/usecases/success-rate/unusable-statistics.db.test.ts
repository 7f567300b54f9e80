import { describe, expect, test, vi } from "vitest";
import { findRoutingDecision } from "../../store/rules/routing-decisions";
import { addMerchant } from "@/tools/testing/routing/add-merchant";
import { SANDBOX } from "@/tools/testing/routing/gateway-doubles";
import { choose } from "@/tools/testing/routing/merchant-code";
import { rule, storeRules } from "@/tools/testing/routing/rules";
import { BY_SUCCESS_RATE, times, useSuccessRates } from "@/tools/testing/routing/success-rates";
import { countOutcomes } from "./count-outcomes";
import { deleteOldStatistics } from "./delete-old-statistics";
import { SharesCache } from "./shares-cache";

const { byHand, withDoubles, create, addOutcomes, waiting, counted, whenAllCount } = useSuccessRates();

describe("what nobody can count any more", () => {
  const sharesOf = async (ruleId: string): Promise<number> =>
    (
      await byHand.service.db.query<{ count: number }>(
        "select count(*)::integer as count from success_rate_shares where rule_id = $1",
        [ruleId],
      )
    ).rows[0]?.count ?? 0;

  test("data of one merchant that the database refuses keep no other merchant's outcomes waiting", async () => {
    const deps = withDoubles();
    const other = await addMerchant(byHand.service);
    const paid = await other.payment({}, null);
    await choose(paid.payment_link, "success");
    const { id } = await create(deps);
    await addOutcomes(id, "one", [true]);
    const { db } = byHand.service;
    await db.query("alter table gateway_statistics add constraint refused check (merchant_id <> 1)");
    try {
      await countOutcomes(whenAllCount(deps));
    } finally {
      await db.query("alter table gateway_statistics drop constraint refused");
    }
    expect(await waiting()).toEqual([]);
    expect(await counted("one")).toEqual({ successes: 0, failures: 0 });
    expect((await counted("simulator")).successes).toBe(1);
  });

  test("an outcome that cannot be read keeps no other waiting", async () => {
    const deps = withDoubles();
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
    const deps = withDoubles();
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
    const deps = withDoubles();
    const first = await create(deps);
    await addOutcomes(first.id, "one", [...times(60, true), ...times(40, false)]);
    await countOutcomes(deps);
    expect(await sharesOf("best")).toBe(3);
    await storeRules(byHand.service, [rule("renamed", { target: BY_SUCCESS_RATE })]);
    await byHand.service.db.query("update success_rate_shares set at = at - interval '2 minutes'");
    await countOutcomes(deps);
    expect([await sharesOf("best"), await sharesOf("renamed")]).toEqual([0, 3]);
  });

  test("a process that has read shares also reads those that follow after all have been deleted", async () => {
    const deps = withDoubles();
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
    const deps = withDoubles();
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
    const deps = withDoubles();
    const first = await create(deps);
    await addOutcomes(first.id, "one", [true]);
    await countOutcomes(deps);
    await byHand.service.db.query(
      `insert into success_rate_shares (merchant_id, rule_id, segment, gateways, has_failing, at, version)
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
