import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addMerchant } from "@/tools/testing/routing/add-merchant";
import { choose } from "@/tools/testing/routing/merchant-code";
import { rule, saveRules, storeRules } from "@/tools/testing/routing/rules";
import { startTestService, type TestService } from "@/tools/testing/routing/service";

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());
beforeEach(() => saveRules(service.merchant, []));

const save = (...rules: Record<string, unknown>[]): Promise<number> => saveRules(service.merchant, rules);
const NO_RULE = {
  success: false,
  message: [{ transaction_amount: "No Routing Rule found for this amount." }],
};
const decisionOf = async (transactionId: string) => {
  const { rows } = await service.db.query<{
    routing_decision: {
      ruleSetVersion: number;
      verdicts: object[];
      attempts: { ruleId: string; gateway: string; outcome: string; message?: string }[];
    };
  }>(`select routing_decision from payments where id = $1`, [transactionId]);
  return rows[0]?.routing_decision;
};
const statusOf = async (fields: Record<string, unknown>): Promise<number> =>
  (await service.merchant.initiate(fields)).status;

describe("400 No Routing Rule found for this amount. (specification 7)", () => {
  test("no rule at all, an inactive one, one out of its time, and one whose amount does not cover", async () => {
    expect((await service.merchant.initiate()).json).toEqual(NO_RULE);
    await save(
      rule("inactive", { active: false }),
      rule("over", { active_times: { until: "2020-01-01T00:00:00Z" } }),
      rule("more", { conditions: { field: "amount", min: "500.01" } }),
      rule("less", { conditions: { field: "amount", max: "499.99" } }),
    );
    const reply = await service.merchant.initiate({ transaction_amount: "500.00" });
    expect([reply.status, reply.json]).toEqual([400, NO_RULE]);
  });

  test("it is reported after the fields and the duplicate (decision 0026), and writes nothing", async () => {
    await save(rule("all"));
    const { merchant_transaction_id: reference } = await service.merchant.payment({}, null);
    await save();
    const forgotten = `${reference}-forgotten`;
    await service.db.query("insert into forgotten_references select id, $1 from merchants", [forgotten]);
    for (const used of [reference, forgotten]) {
      const duplicate = await service.merchant.initiate({ merchant_transaction_id: used });
      expect(duplicate.text).toContain("Already exists");
    }
    const fresh = `${reference}-2`;
    expect((await service.merchant.initiate({ merchant_transaction_id: fresh })).status).toBe(400);
    expect((await service.merchant.status(fresh)).status).toBe(404);
  });
});

describe("conditions (specification 1)", () => {
  test("amount bounds are inclusive", async () => {
    await save(rule("range", { conditions: { field: "amount", min: "10.00", max: "20.00" } }));
    for (const [amount, status] of [
      ["9.99", 400],
      ["10.00", 201],
      ["20", 201],
      ["20.01", 400],
    ] as const) {
      expect(await statusOf({ transaction_amount: amount })).toBe(status);
    }
  });

  test.each([
    ["payment_method", "UPI", "CC"],
    ["card_scheme", "VISA", "RUPAY"],
    ["issuing_bank", "HDFC", "ICICI"],
    ["udf1", "gold", "silver"],
    ["udf2", "gold", "Gold"],
    ["udf3", "", "x"],
  ])(
    "%s: the listed value matches, another does not, and an omitted field does not match",
    async (field, listed, other) => {
      await save(rule("listed", { conditions: { field, one_of: [listed] } }));
      expect(await statusOf({ [field]: listed })).toBe(201);
      expect(await statusOf({ [field]: other })).toBe(400);
      expect(await statusOf({})).toBe(400);
      expect(await statusOf({ [field]: null })).toBe(400);
    },
  );

  test("currency matches in any case, and INR is what an omitted one is", async () => {
    await save(rule("rupees", { conditions: { field: "currency", one_of: ["inr"] } }));
    expect(await statusOf({})).toBe(201);
    expect(await statusOf({ currency: "Inr" })).toBe(201);
    expect(await statusOf({ currency: "USD" })).toBe(400);
  });

  test("card_scheme and issuing_bank match in any case, on either side", async () => {
    const conditions = {
      all: [
        { field: "card_scheme", one_of: ["visa"] },
        { field: "issuing_bank", one_of: ["Hdfc"] },
      ],
    };
    await save(rule("card", { conditions }));
    expect(await statusOf({ card_scheme: "viSa", issuing_bank: "hdfc" })).toBe(201);
  });

  test("udf: equality and prefix, exactly as written", async () => {
    await save(
      rule("prefix", { conditions: { field: "udf1", prefix: "gold-" } }),
      rule("equal", { conditions: { field: "udf2", equals: "VIP" } }),
    );
    expect(await statusOf({ udf1: "gold-7" })).toBe(201);
    expect(await statusOf({ udf1: "Gold-7" })).toBe(400);
    expect(await statusOf({ udf2: "VIP" })).toBe(201);
    expect(await statusOf({ udf2: "VIPs" })).toBe(400);
  });

  test("all-of and any-of: a member on an omitted field fails, and an any may hold through another", async () => {
    const conditions = {
      all: [
        { field: "amount", max: "100.00" },
        {
          any: [
            { field: "payment_method", one_of: ["UPI", "NB"] },
            { field: "udf1", equals: "x" },
          ],
        },
      ],
    };
    await save(rule("tree", { conditions }));
    expect(await statusOf({ payment_method: "NB", transaction_amount: "100" })).toBe(201);
    expect(await statusOf({ udf1: "x", transaction_amount: "100" })).toBe(201);
    expect(await statusOf({ payment_method: "CC", transaction_amount: "100" })).toBe(400);
    expect(await statusOf({ transaction_amount: "100" })).toBe(400);
    expect(await statusOf({ payment_method: "NB", transaction_amount: "101" })).toBe(400);
  });
});

describe("the decision", () => {
  test("the first match by priority, then id, decides; the version, each verdict and the mismatch are kept with the payment", async () => {
    const version = await save(
      rule("last", { priority: 30 }),
      rule("first", { priority: 10, conditions: { field: "udf1", equals: "x" } }),
      rule("b", { priority: 20 }),
      rule("a", { priority: 20, active: false }),
    );
    const payment = await service.merchant.payment({}, null);
    expect(await decisionOf(payment.transaction_id)).toEqual({
      ruleSetVersion: version,
      verdicts: [
        {
          ruleId: "first",
          ruleName: "Rule first",
          outcome: "not_matched",
          mismatches: [{ field: "udf1", wanted: "x", actual: null }],
        },
        { ruleId: "a", ruleName: "Rule a", outcome: "inactive", mismatches: [] },
        { ruleId: "b", ruleName: "Rule b", outcome: "matched", mismatches: [] },
        { ruleId: "last", ruleName: "Rule last", outcome: "matched", mismatches: [] },
      ],
      attempts: [{ ruleId: "b", gateway: "simulator", outcome: "opened" }],
    });
  });

  test("another merchant's rules do not count", async () => {
    const neighbour = await addMerchant(service);
    expect((await neighbour.initiate()).status).toBe(201);
    expect((await service.merchant.initiate()).status).toBe(400);
  });
});

describe("a gateway that is missing or cannot be initialised (decision 0031)", () => {
  test("one that is not configured any more is skipped for the next of the rule, then of the next matching rule", async () => {
    await storeRules(service, [
      rule("one", { priority: 1, target: { kind: "failover", gateways: ["absent-one", "absent-two"] } }),
      rule("two", { priority: 2, conditions: { field: "udf1", equals: "x" } }),
      rule("three", { priority: 3, target: { kind: "failover", gateways: ["absent-one", "simulator"] } }),
    ]);
    const payment = await service.merchant.payment({}, null);
    const decision = await decisionOf(payment.transaction_id);
    const message = "not configured in this service";
    expect(decision?.attempts).toEqual([
      { ruleId: "one", gateway: "absent-one", outcome: "skipped", message },
      { ruleId: "one", gateway: "absent-two", outcome: "skipped", message },
      { ruleId: "three", gateway: "simulator", outcome: "opened" },
    ]);
    expect((await choose(payment.payment_link, "success")).status).toBe(303);
  });

  test("when every gateway is skipped: 201, success false, no link, both ids, and a message that says so", async () => {
    await storeRules(service, [rule("gone", { target: { kind: "gateway", gateway: "absent" } })]);
    const reply = await service.merchant.initiate({ merchant_transaction_id: "ALL-SKIPPED" });
    expect([reply.status, reply.json]).toEqual([
      201,
      {
        success: false,
        transaction_id: expect.stringMatching(/^TXN/) as string,
        merchant_transaction_id: "ALL-SKIPPED",
        message:
          "Every gateway for this payment is out of service at the moment. The payment has failed; it may be created again.",
      },
    ]);
    const status = await service.merchant.status("ALL-SKIPPED");
    expect(status.json).toMatchObject([{ transaction_status: "FAILURE" }]);
  });
});

test("500 when gateway selection fails (specification 7): rules that cannot be read stop the payment with 500 and a request id, never route past them; others can be saved over them", async () => {
  const broken = await storeRules(service, [
    rule("broken", { conditions: { field: "amount", min: "NaN" } }),
    rule("sound"),
  ]);
  const reply = await service.merchant.initiate();
  expect([reply.status, reply.json]).toEqual([
    500,
    {
      success: false,
      message: [{ body: "Internal error." }],
      request_id: reply.headers.get("x-request-id"),
    },
  ]);
  const saved = await service.merchant.ops("POST", "/v1/ops/rules/save", {
    expected_version: broken,
    rules: [rule("sound")],
  });
  expect(saved.status).toBe(200);
  expect(await statusOf({})).toBe(201);
});
