import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Reply } from "@/tools/testing/routing/merchant-code";
import { rule, saveRules, storeRules } from "@/tools/testing/routing/rules";
import { startTestService, type TestService } from "@/tools/testing/routing/service";

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const ops = (verb: string, body: object): Promise<Reply> =>
  service.merchant.ops("POST", `/v1/ops/rules/${verb}`, body);
const versionCount = async (): Promise<number> =>
  ((await ops("current", {})).json as { version: number }).version;

describe("rules.simulate", () => {
  const rules = [
    rule("off", { priority: 1, active: false }),
    rule("holidays", { priority: 2, active_times: { from: "2026-12-24T00:00:00Z" } }),
    rule("big-visa", {
      priority: 3,
      conditions: {
        all: [
          { field: "amount", min: "1000.00" },
          { field: "card_scheme", one_of: ["VISA"] },
          { field: "issuing_bank", one_of: ["HDFC"] },
        ],
      },
    }),
    rule("rest", { priority: 4 }),
  ];
  const payment = { transaction_amount: "500.00", card_scheme: "visa" };
  const notMatched = {
    rule_id: "big-visa",
    rule_name: "Rule big-visa",
    outcome: "not_matched",
    mismatches: [
      { field: "amount", wanted: "at least 1000.00", actual: "500.00" },
      { field: "issuing_bank", wanted: "HDFC", actual: null },
    ],
  };

  test("a draft is evaluated rule by rule, with every field that does not match, and saves nothing", async () => {
    const before = await versionCount();
    const reply = await ops("simulate", { payment, rules, at: "2026-11-21T00:00:00Z" });
    expect([reply.status, reply.json]).toEqual([
      200,
      {
        version: null,
        at: "2026-11-21T00:00:00.000Z",
        rules: [
          { rule_id: "off", rule_name: "Rule off", outcome: "inactive", mismatches: [] },
          {
            rule_id: "holidays",
            rule_name: "Rule holidays",
            outcome: "outside_active_times",
            mismatches: [],
          },
          notMatched,
          { rule_id: "rest", rule_name: "Rule rest", outcome: "matched", mismatches: [] },
        ],
        gateways: [{ rule_id: "rest", gateway: "simulator", state: "closed", usable: true, reason: null }],
      },
    ]);
    expect(await versionCount()).toBe(before);
    const holiday = await ops("simulate", { payment, rules, at: "2026-12-24T00:00:00Z" });
    expect(holiday.json).toMatchObject({ gateways: [{ rule_id: "holidays" }] });
  });

  test("the version in force, one of before, and a gateway that is not there any more", async () => {
    const older = await saveRules(service.merchant, rules);
    const inForce = await storeRules(service, [
      rule("only", { target: { kind: "failover", gateways: ["gone", "simulator"] } }),
    ]);
    expect((await ops("simulate", { payment })).json).toMatchObject({
      version: inForce,
      rules: [{ rule_id: "only" }],
      gateways: [
        {
          rule_id: "only",
          gateway: "gone",
          state: null,
          usable: false,
          reason: "not configured in this service",
        },
        { rule_id: "only", gateway: "simulator", state: "closed", usable: true, reason: null },
      ],
    });
    const simulated = await ops("simulate", { payment, version: older });
    expect(simulated.json).toMatchObject({ version: older, rules: [{}, {}, notMatched, {}] });
  });

  test("without any matching rule there is no gateway", async () => {
    const reply = await ops("simulate", { payment, rules: [] });
    expect(reply.json).toMatchObject({ rules: [], gateways: [] });
  });

  test("a bank with half a character is refused, also by a draft that compares payments by their bank", async () => {
    const target = {
      kind: "success_rate",
      gateways: ["simulator", "b"],
      floor_percent: 1,
      shift_percent: 10,
    };
    const payment = { transaction_amount: "100.00", issuing_bank: "\ud800" };
    const refused = await ops("simulate", { rules: [rule("best", { target })], payment });
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining("payment.issuing_bank")]);
  });

  test("a split returns the order of the reference, the same that the payment uses", async () => {
    const target = {
      kind: "split",
      shares: [
        { gateway: "simulator", weight: 1 },
        { gateway: "elsewhere", weight: 1 },
      ],
    };
    await storeRules(service, [rule("split", { target })]);
    for (const reference of ["SPLIT-1", "SPLIT-2", "SPLIT-3", "SPLIT-4", "SPLIT-5"]) {
      const simulated = (
        await ops("simulate", { payment: { ...payment, merchant_transaction_id: reference } })
      ).json as { gateways: { gateway: string }[] };
      const order = simulated.gateways.map(({ gateway }) => gateway);
      await service.merchant.payment({ merchant_transaction_id: reference }, null);
      const { rows } = await service.db.query<{ gateways: string[] }>(
        `select array(select jsonb_array_elements(routing_decision->'attempts')->>'gateway') as gateways
         from payments where merchant_transaction_id = $1`,
        [reference],
      );
      // The payment stops at the first gateway that works.
      expect(order.slice(0, order.indexOf("simulator") + 1)).toEqual(rows[0]?.gateways);
    }
  });
});

describe("rules.replay", () => {
  type ReplayBody = {
    version: number | null;
    replayed: number;
    moved: number;
    gateways: object[];
    rules: object[];
    payments: { transaction_id: string; then: object; now: object }[];
    next_cursor: string | null;
  };
  const replay = async (body: object): Promise<ReplayBody> => (await ops("replay", body)).json as ReplayBody;

  const upi: string[] = [];
  beforeAll(async () => {
    await saveRules(service.merchant, [rule("all")]);
    for (let i = 0; i < 6; i += 1) {
      const fields = i % 2 === 0 ? { payment_method: "UPI" } : {};
      const { transaction_id: id } = await service.merchant.payment(fields, null);
      if (i % 2 === 0) upi.unshift(id);
    }
  });

  const draft = [
    rule("all"),
    rule("upi", {
      priority: 1,
      conditions: { field: "payment_method", one_of: ["UPI"] },
      target: { kind: "gateway", gateway: "planned" },
    }),
  ];

  test("the rules in force send the last payments where they went", async () => {
    expect(await replay({ count: 6 })).toMatchObject({
      replayed: 6,
      moved: 0,
      gateways: [{ gateway: "simulator", then: 6, now: 6 }],
      rules: [{ rule_id: "all", then: 6, now: 6 }],
      payments: [],
      next_cursor: null,
    });
  });

  test("a draft: totals then and now, and the payments that would go elsewhere, newest first", async () => {
    const before = await versionCount();
    const result = await replay({ count: 6, rules: draft });
    expect(result).toMatchObject({
      version: null,
      replayed: 6,
      moved: 3,
      gateways: expect.arrayContaining([
        { gateway: "simulator", then: 6, now: 3 },
        { gateway: "planned", then: 0, now: 3 },
      ]) as object[],
      rules: expect.arrayContaining([
        { rule_id: "all", then: 6, now: 3 },
        { rule_id: "upi", then: 0, now: 3 },
      ]) as object[],
    });
    expect(result.payments.map((payment) => payment.transaction_id)).toEqual(upi);
    expect(result.payments[0]).toMatchObject({
      transaction_amount: "500.00",
      currency: "INR",
      then: { rule_id: "all", gateway: "simulator" },
      now: { rule_id: "upi", gateway: "planned" },
    });
    expect(await versionCount()).toBe(before);
  });

  test("pages read the same payments, though new ones come in between", async () => {
    const first = await replay({ count: 6, rules: draft, limit: 2 });
    await service.merchant.payment({ payment_method: "UPI" }, null);
    const second = await replay({ count: 6, rules: draft, limit: 2, cursor: first.next_cursor });
    const ids = [...first.payments, ...second.payments].map((payment) => payment.transaction_id);
    expect(ids).toEqual(upi);
    expect([second.moved, second.next_cursor]).toEqual([3, null]);
  });

  test("payments that no rule would match any more are returned without rule and gateway", async () => {
    const result = await replay({ count: 1, rules: [] });
    expect(result).toMatchObject({
      moved: 1,
      gateways: expect.arrayContaining([{ gateway: null, then: 0, now: 1 }]) as object[],
      payments: [{ now: { rule_id: null, gateway: null } }],
    });
  });

  test("a payment is evaluated as of its own time", async () => {
    const over = rule("over", { active_times: { until: new Date().toISOString() } });
    expect(await replay({ count: 1, rules: [over] })).toMatchObject({
      payments: [{ now: { rule_id: "over" } }],
    });
  });
});
