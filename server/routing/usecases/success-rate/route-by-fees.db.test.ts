import { describe, expect, test } from "vitest";
import { routingRulesSchema } from "@/lib/contract/rules/rule";
import { findRoutingDecision } from "../../store/rules/routing-decisions";
import { SANDBOX } from "@/tools/testing/routing/gateway-doubles";
import { rule, storeRules } from "@/tools/testing/routing/rules";
import { BY_SUCCESS_RATE, evenly, useSuccessRates } from "@/tools/testing/routing/success-rates";
import { saveGatewayFees } from "../gateways/save-fees";
import { rulesInForce } from "../rules/route-payment";
import { saveRules } from "../rules/save-rules";
import { countOutcomes } from "./count-outcomes";
import { SharesCache } from "./shares-cache";

const { byHand, withDoubles, create, addOutcomes } = useSuccessRates();

describe("routing by success rate", () => {
  test("of gateways within the points of the rule the one with the lower fee gets the payments, and keeps what it was decided with", async () => {
    await storeRules(byHand.service, [
      rule("best", { target: { ...BY_SUCCESS_RATE, cost_within_percent: 10 } }),
    ]);
    const deps = withDoubles();
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
    const deps = withDoubles();
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
    const deps = withDoubles();
    const rules = routingRulesSchema.parse([
      rule("weighing", { target: { ...BY_SUCCESS_RATE, cost_within_percent: 1.5 } }),
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
});
