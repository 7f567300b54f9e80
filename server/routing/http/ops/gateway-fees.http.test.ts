import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addMerchant } from "@/tools/testing/routing/add-merchant";
import type { MerchantCode, Reply } from "@/tools/testing/routing/merchant-code";
import { startTestService, type TestService } from "@/tools/testing/routing/service";

let service: TestService;
let neighbour: MerchantCode;
beforeAll(async () => {
  service = await startTestService();
  neighbour = await addMerchant(service);
});
afterAll(() => service.stop());
beforeEach(async () => {
  await service.db.query("delete from gateway_fee_lists");
});

const ops = (verb: string, body: object, merchant = service.merchant): Promise<Reply> =>
  merchant.ops("POST", `/v1/ops/gateways/${verb}`, body);
type List = { gateway: string; revision: number; fees: object[]; changed_by: string | null };
const listed = async (merchant = service.merchant): Promise<List | undefined> =>
  ((await ops("fees", {}, merchant)).json as { gateways: List[] }).gateways.find(
    ({ gateway }) => gateway === "simulator",
  );

const CARDS = { currency: "INR", payment_method: null, percent: "2.36", fixed: "3.00" };
const UPI = { currency: "INR", payment_method: "UPI", percent: "0", fixed: "0.00" };
const save = (revision: number, fees: object[], more: object = {}, merchant = service.merchant) =>
  ops(
    "save_fees",
    { gateway: "simulator", revision, fees, changed_by: "asha@example.com", ...more },
    merchant,
  );

describe("the fees of gateways", () => {
  test("are none at first, and then exactly as saved, to the paisa and the ten-thousandth of a percent", async () => {
    expect(await listed()).toMatchObject({ revision: 0, fees: [], changed_by: null });
    const exact = { currency: "USD", payment_method: "CC", percent: "2.3601", fixed: "9999999999999.99" };
    expect((await save(0, [UPI, exact, CARDS])).status).toBe(200);
    expect(await listed()).toMatchObject({
      revision: 1,
      fees: [CARDS, UPI, exact],
      changed_by: "asha@example.com",
    });
  });

  test("two people do not overwrite each other: the second is told who was first, and nothing changes", async () => {
    expect((await save(0, [CARDS])).status).toBe(200);
    const second = await save(0, [UPI], { changed_by: "ravi@example.com" });
    expect([second.status, second.json]).toEqual([
      409,
      {
        detail: 'The fees of "simulator" were changed meanwhile by asha@example.com. Read them again.',
      },
    ]);
    expect(await listed()).toMatchObject({ revision: 1, fees: [CARDS] });
    expect((await save(1, [])).status).toBe(200);
    expect(await listed()).toMatchObject({ revision: 2, fees: [] });
    const stale = await save(1, [CARDS]);
    expect(stale.status).toBe(409);
    expect((await save(7, [CARDS], {}, neighbour)).status).toBe(409);
  });

  test("of twenty who save at the same time, one succeeds", async () => {
    const replies = await Promise.all(Array.from({ length: 20 }, () => save(0, [CARDS, UPI])));
    const statuses = replies.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array.from({ length: 19 }, () => 409)]);
    expect(await listed()).toMatchObject({ revision: 1, fees: [CARDS, UPI] });
  });

  test("of another merchant are not seen and not changed (failure 32)", async () => {
    await save(0, [CARDS]);
    expect(await listed(neighbour)).toMatchObject({ revision: 0, fees: [] });
    expect((await save(0, [UPI], {}, neighbour)).status).toBe(200);
    expect(await listed()).toMatchObject({ revision: 1, fees: [CARDS] });
  });

  test("an unknown gateway is 404; fees of one that is gone can still be seen and removed", async () => {
    expect((await save(0, [CARDS], { gateway: "nowhere" })).status).toBe(404);
    await service.db.query("insert into gateway_fee_lists values (1, 'gone', 1, now(), 'x')");
    await service.db.query("insert into gateway_fees values (1, 'gone', 'INR', null, 0, 0)");
    const { gateways } = (await ops("fees", {})).json as { gateways: List[] };
    expect(gateways.map(({ gateway }) => gateway)).toContain("gone");
    expect((await save(1, [], { gateway: "gone" })).status).toBe(200);
    expect(JSON.stringify((await ops("fees", {})).json)).not.toContain("gone");
  });

  test.each([
    [{ percent: "2,36" }, "fees.0.percent", 'like "2.36"'],
    [{ percent: "100.01" }, "fees.0.percent", "from 0 to 100"],
    [{ percent: 2.36 }, "fees.0.percent", 'like "2.36"'],
    [{ fixed: "-1.00" }, "fees.0.fixed", "Must be an amount"],
    [{ fixed: "1.005" }, "fees.0.fixed", "Must be an amount"],
    [{ fixed: 3 }, "fees.0.fixed", "Must be an amount"],
    [{ currency: "inr" }, "fees.0.currency", "in capitals"],
    [{ currency: "XXX" }, "fees.0.currency", "ISO 4217"],
    [{ payment_method: "CASH" }, "fees.0.payment_method", "null for every method"],
  ])("%j is refused at its field, and says what to enter", async (fields, field, text) => {
    const reply = await save(0, [{ ...CARDS, ...fields }]);
    expect(reply.status).toBe(400);
    const { faults } = reply.json as { faults: { field: string; text: string }[] };
    expect(faults).toEqual([{ field, text: expect.stringContaining(text) as string }]);
    expect(await listed()).toMatchObject({ revision: 0 });
  });

  test("two fees for one currency and method are refused at the second", async () => {
    const reply = await save(0, [CARDS, UPI, { ...CARDS, percent: "1" }]);
    expect(reply.json).toMatchObject({ faults: [{ field: "fees.2.payment_method" }] });
  });

  test("a payment tells the fees that its decision saw; one of a rule that weighs no fees tells none", async () => {
    const gateway = { gateway: "simulator", share: 1, rate: 0.9, outcomes: 3, isFailing: false };
    const shares = { ruleId: "best", segment: "*", at: "2026-11-01T10:00:00.000Z" };
    const rates = async (stored: object): Promise<unknown> => {
      const { transaction_id: id } = await service.merchant.payment({}, null);
      await service.db.query(
        "update payments set routing_decision = routing_decision || $2 where merchant_id = 1 and id = $1",
        [id, JSON.stringify({ shares: [stored] })],
      );
      const reply = await service.merchant.ops("POST", "/v1/ops/payments/get", { transaction_id: id });
      return (reply.json as { routing_decision: { success_rates: unknown } }).routing_decision.success_rates;
    };
    const weighed = { ...shares, costWithin: 0.015, gateways: [{ ...gateway, feeRate: 0.0236 }] };
    expect(await rates(weighed)).toMatchObject([{ cost_within: 0.015, gateways: [{ fee_rate: 0.0236 }] }]);
    const unweighed = { ...shares, costWithin: 0, gateways: [{ ...gateway, feeRate: null }] };
    const [told] = (await rates(unweighed)) as object[];
    expect(told).toMatchObject({ gateways: [{ fee_rate: null }] });
    expect(told).not.toHaveProperty("cost_within");
  });
});
