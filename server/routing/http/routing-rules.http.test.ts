import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { choose } from "../testing/merchant-code";
import { startTestService, type TestService } from "../testing/service";

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());
beforeEach(() => service.db.query(`delete from routing_rules`));

const SANDBOX = 1;
async function addRule(
  id: number,
  conditions: object[],
  options: { priority?: number; gateways?: string[]; active?: boolean } = {},
): Promise<void> {
  await service.db.query(
    `insert into routing_rules (merchant_id, id, name, priority, conditions, gateways, active)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      SANDBOX,
      id,
      `rule ${id}`,
      options.priority ?? id,
      JSON.stringify(conditions),
      options.gateways ?? ["simulator"],
      options.active ?? true,
    ],
  );
}
const NO_RULE = {
  success: false,
  message: [{ transaction_amount: "No Routing Rule found for this amount." }],
};
const decisionOf = async (transactionId: string) => {
  const { rows } = await service.db.query<{
    routing_decision: {
      verdicts: object[];
      attempts: { ruleId: number; gateway: string; outcome: string }[];
    };
  }>(`select routing_decision from payments where id = $1`, [transactionId]);
  return rows[0]?.routing_decision;
};

describe("section 7, 400 No Routing Rule found for this amount.", () => {
  test("no rule at all, an inactive one, and one whose amount does not cover", async () => {
    expect((await service.merchant.initiate()).json).toEqual(NO_RULE);
    await addRule(1, [], { active: false });
    await addRule(2, [{ field: "amount", min: "500.01" }]);
    await addRule(3, [{ field: "amount", max: "499.99" }]);
    const reply = await service.merchant.initiate({ transaction_amount: "500.00" });
    expect([reply.status, reply.json]).toEqual([400, NO_RULE]);
  });

  test("it is told after the fields and the duplicate (D4), and writes nothing", async () => {
    await addRule(1, []);
    const { merchant_transaction_id: reference } = await service.merchant.payment({}, null);
    await service.db.query(`delete from routing_rules`);
    const duplicate = await service.merchant.initiate({ merchant_transaction_id: reference });
    expect(duplicate.text).toContain("Already exists");
    const fresh = `${reference}-2`;
    expect((await service.merchant.initiate({ merchant_transaction_id: fresh })).status).toBe(400);
    expect((await service.merchant.status(fresh)).status).toBe(404);
  });
});

describe("section 1, conditions", () => {
  test("amount bounds are inclusive", async () => {
    await addRule(1, [{ field: "amount", min: "10.00", max: "20.00" }]);
    for (const [amount, status] of [
      ["9.99", 400],
      ["10.00", 201],
      ["20", 201],
      ["20.01", 400],
    ] as const) {
      expect((await service.merchant.initiate({ transaction_amount: amount })).status).toBe(status);
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
      await addRule(1, [{ field, oneOf: [listed] }]);
      expect((await service.merchant.initiate({ [field]: listed })).status).toBe(201);
      expect((await service.merchant.initiate({ [field]: other })).status).toBe(400);
      expect((await service.merchant.initiate({})).status).toBe(400);
      expect((await service.merchant.initiate({ [field]: null })).status).toBe(400);
    },
  );

  test("card_scheme and issuing_bank match in any case", async () => {
    await addRule(1, [
      { field: "card_scheme", oneOf: ["VISA"] },
      { field: "issuing_bank", oneOf: ["HDFC"] },
    ]);
    expect((await service.merchant.initiate({ card_scheme: "viSa", issuing_bank: "hdfc" })).status).toBe(201);
  });

  test("all conditions of a rule must hold", async () => {
    await addRule(1, [
      { field: "payment_method", oneOf: ["UPI", "NB"] },
      { field: "amount", max: "100.00" },
    ]);
    expect(
      (await service.merchant.initiate({ payment_method: "NB", transaction_amount: "100" })).status,
    ).toBe(201);
    expect(
      (await service.merchant.initiate({ payment_method: "NB", transaction_amount: "101" })).status,
    ).toBe(400);
  });

  test("the first match by priority decides; rules before it fall through, and the decision tells on which field", async () => {
    await addRule(1, [], { priority: 30 });
    await addRule(2, [{ field: "udf1", oneOf: ["x"] }], { priority: 10 });
    await addRule(3, [], { priority: 20 });
    const payment = await service.merchant.payment({}, null);
    expect(await decisionOf(payment.transaction_id)).toEqual({
      verdicts: [
        { ruleId: 2, ruleName: "rule 2", matched: false, mismatch: { field: "udf1", actual: null } },
        { ruleId: 3, ruleName: "rule 3", matched: true, mismatch: null },
        { ruleId: 1, ruleName: "rule 1", matched: true, mismatch: null },
      ],
      attempts: [{ ruleId: 3, gateway: "simulator", outcome: "opened", message: null }],
    });
  });

  test("another merchant's rules do not count", async () => {
    await service.db.query(`insert into merchants (name) values ('Neighbour') on conflict do nothing`);
    await service.db.query(
      `insert into routing_rules (merchant_id, id, name, priority, gateways)
       select id, 1, 'theirs', 1, array['simulator'] from merchants where name = 'Neighbour'`,
    );
    expect((await service.merchant.initiate()).status).toBe(400);
  });

  test("section 7, 500 gateway selection failed: a rule that cannot be read stops the payment with 500 and a request id, never routes past it", async () => {
    await addRule(1, [{ field: "amount", min: "NaN" }]);
    await addRule(2, []);
    const reply = await service.merchant.initiate();
    expect([reply.status, reply.json]).toEqual([
      500,
      {
        success: false,
        message: [{ body: "Internal error." }],
        request_id: reply.headers.get("x-request-id"),
      },
    ]);
  });
});

describe("D8, when a gateway cannot be initialised", () => {
  test("the next gateway of the rule, then the next matching rule, is tried", async () => {
    await addRule(1, [], { gateways: ["absent-one", "absent-two"] });
    await addRule(2, [{ field: "udf1", oneOf: ["x"] }], { gateways: ["absent-three"] });
    await addRule(3, [], { gateways: ["absent-one", "simulator"] });
    const payment = await service.merchant.payment({}, null);
    const decision = await decisionOf(payment.transaction_id);
    expect(decision?.attempts.map(({ ruleId, gateway, outcome }) => [ruleId, gateway, outcome])).toEqual([
      [1, "absent-one", "failed"],
      [1, "absent-two", "failed"],
      [3, "simulator", "opened"],
    ]);
    expect((await choose(payment.payment_link, "success")).status).toBe(303);
  });
});
