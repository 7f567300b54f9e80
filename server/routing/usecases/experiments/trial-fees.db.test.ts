import { describe, expect, test } from "vitest";
import { useExperiments } from "@/tools/testing/routing/experiments";
import { SANDBOX } from "@/tools/testing/routing/gateway-doubles";
import { saveGatewayFees } from "../gateways/save-fees";

const { byHand, withDoubles, create, end, trial, resultOf } = useExperiments();

describe("a trial", () => {
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
    // Each payment is of 500.00.
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
});
