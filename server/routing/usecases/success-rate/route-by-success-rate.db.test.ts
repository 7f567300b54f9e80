import { describe, expect, test } from "vitest";
import { findRoutingDecision } from "../../store/rules/routing-decisions";
import { SANDBOX } from "@/tools/testing/routing/gateway-doubles";
import { rule, storeRules } from "@/tools/testing/routing/rules";
import { BY_SUCCESS_RATE, evenly, times, useSuccessRates } from "@/tools/testing/routing/success-rates";
import { countOutcomes } from "./count-outcomes";
import { SharesCache } from "./shares-cache";

const { byHand, withDoubles, create, addOutcomes } = useSuccessRates();

describe("routing by success rate", () => {
  test("sends payments to the gateway that succeeds more often, and stores what it knew", async () => {
    const deps = withDoubles();
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
    const slow = { ...BY_SUCCESS_RATE, shift_percent: 10 };
    await storeRules(byHand.service, [rule("best", { target: slow })]);
    const deps = withDoubles();
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
    const deps = withDoubles();
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
    const deps = withDoubles();
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
});
