import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createMerchant } from "../usecases/manage-merchants";
import { SIMULATOR } from "../gateway/simulator/simulator";
import { depsOn } from "@/tools/testing/routing/deps";
import { choose, type CreatedPayment, eventually, type Reply } from "@/tools/testing/routing/merchant-code";
import { rule, saveRules, storeRules } from "@/tools/testing/routing/rules";
import { startTestService, type TestServiceProcess } from "@/tools/testing/routing/service";
import { startStripeDouble, type StripeDouble, TEST_STRIPE } from "@/tools/testing/routing/stripe-double";

let service: TestServiceProcess;
let stripe: StripeDouble;
/** Created while the simulator was on: one is initiated, one is paid. */
let open: CreatedPayment;
let paid: CreatedPayment;

const ops = async (path: string, body: object): Promise<Reply> =>
  service.merchant.ops("POST", `/v1/ops/${path}`, body);
const statusOf = async ({ merchant_transaction_id: reference }: CreatedPayment): Promise<unknown> =>
  (await service.merchant.records(reference))[0]?.transaction_status;
const restartWith = (variables: Record<string, string>): Promise<void> => {
  Object.assign(service.variables, variables);
  return service.killAndRestart();
};

beforeAll(async () => {
  stripe = await startStripeDouble();
  service = await startTestService();
});
afterAll(async () => {
  await service.stop();
  await stripe.close();
});

describe("without a vendor the simulator is on", () => {
  test("its payments and its pages say that they are tests", async () => {
    open = await service.merchant.payment({}, null);
    paid = await service.merchant.payment();
    for (const payment of [open, paid]) {
      expect(await service.merchant.records(payment.merchant_transaction_id)).toMatchObject([{ test: true }]);
      const page = await (await fetch(payment.payment_link)).text();
      expect(page).toContain("<title>Test: ");
      expect(page).toContain("This is a test payment. No money is moved.");
    }
    const search = await ops("payments/search", { transaction_id: paid.transaction_id });
    expect(search.json).toMatchObject({ payments: [{ test: true, gateway: "simulator" }] });
    expect((await ops("gateways/list", {})).json).toMatchObject({
      gateways: [{ name: "simulator", test: true, takes_payments: true }],
    });
  });

  test("a new merchant's payments go to it", async () => {
    const { deps, close } = depsOn(service);
    const created = await createMerchant({ ...deps, defaultGateway: SIMULATOR }, "Before any vendor");
    await close();
    expect(created).toMatchObject({ ok: true, value: { hasRules: true } });
  });
});

describe("once a vendor is configured the simulator is off", () => {
  beforeAll(() =>
    restartWith({
      STRIPE_SECRET_KEY: TEST_STRIPE.secretKey,
      STRIPE_WEBHOOK_SECRET: TEST_STRIPE.webhookSecret,
      STRIPE_API_BASE: stripe.url,
    }),
  );

  test("a rule that names it is skipped and takes no payment", async () => {
    const reply = await service.merchant.initiate();
    expect(reply.status).toBe(201);
    expect(reply.json).toMatchObject({ success: false });
    expect(reply.json).not.toHaveProperty("payment_link");
    const { transaction_id: id } = reply.json as CreatedPayment;
    const detail = (await ops("payments/get", { transaction_id: id })).json as Record<string, unknown>;
    expect(detail).toMatchObject({
      payment: { transaction_status: "FAILURE", test: false },
      routing_decision: {
        attempts: [{ gateway: "simulator", outcome: "skipped", message: "off: takes no payments" }],
      },
    });
  });

  test("the next gateway of a failover takes the payment", async () => {
    await storeRules(service, [
      rule("both", { target: { kind: "failover", gateways: ["simulator", "stripe"] } }),
    ]);
    const payment = await service.merchant.payment({}, null);
    const detail = await ops("payments/get", { transaction_id: payment.transaction_id });
    expect(detail.json).toMatchObject({ payment: { gateway: "stripe", test: false } });
    const simulated = await ops("rules/simulate", { payment: { transaction_amount: "1.00" } });
    expect(simulated.json).toMatchObject({
      gateways: [
        { gateway: "simulator", usable: false, reason: "off: takes no payments" },
        { gateway: "stripe", usable: true },
      ],
    });
  });

  test("existing rules that name it say what to correct, and are not saved again before", async () => {
    const field = "rules.0.target.gateways.0";
    const current = (await ops("rules/current", {})).json as { version: number; rules: unknown[] };
    expect(current).toMatchObject({ problems: [{ field }] });
    const again = { expected_version: current.version, rules: current.rules };
    const refused = await ops("rules/save", again);
    expect(refused.status).toBe(400);
    expect(refused.json).toMatchObject({ faults: [{ field }] });
    expect(refused.text).toContain("is off and takes no payments");
    const restored = await ops("rules/restore", { version: 1, expected_version: current.version });
    expect(restored.status).toBe(422);
  });

  test("a customer who has an open page of it cannot pay there, and can leave", async () => {
    const page = await (await fetch(open.payment_link)).text();
    expect(page).toContain("test payments are off");
    expect(page).not.toContain('value="success"');
    for (const outcome of ["success", "failure"]) {
      const response = await choose(open.payment_link, outcome);
      expect(response.status).toBe(200);
      expect(await statusOf(open)).toBe("INITIATED");
    }
    const { rows } = await service.db.query(
      `select 1 from simulator.charges where checkout_id like '%' || $1`,
      [open.transaction_id],
    );
    expect(rows).toEqual([]);
    expect((await choose(open.payment_link, "drop")).status).toBe(303);
    expect(await statusOf(open)).toBe("DROP");
  });

  test("a payment that was paid at it before can still be refunded, and its refund ends", async () => {
    const refund = await service.merchant.refund(paid.transaction_id, "100.00");
    expect(refund.status).toBe(201);
    const { refund_id: refundId } = refund.json as { refund_id: string };
    const ended = await eventually(
      () => service.merchant.refundStatus(refundId),
      ({ json }) => (json as { refund_completed_at: string | null }).refund_completed_at !== null,
    );
    expect(ended.json).toMatchObject({ refund_status: "SUCCESS" });
  });

  test("it is listed as a test gateway that takes no payments", async () => {
    expect((await ops("gateways/list", {})).json).toMatchObject({
      gateways: [
        { name: "simulator", test: true, takes_payments: false },
        { name: "stripe", test: false, takes_payments: true },
      ],
    });
  });

  test("a new merchant has no rule at all, whatever the command line is configured with", async () => {
    const { deps, close } = depsOn(service);
    const created = await createMerchant({ ...deps, defaultGateway: SIMULATOR }, "After a vendor");
    await close();
    if (!created.ok) throw new Error(created.error.kind);
    expect(created.value.hasRules).toBe(false);
    const { rows } = await service.db.query(`select rules from routing_rule_sets where merchant_id = $1`, [
      created.value.merchantId,
    ]);
    expect(rows).toEqual([{ rules: [] }]);
  });
});

describe("SIMULATOR=on beside a vendor", () => {
  beforeAll(() => restartWith({ SIMULATOR: "on" }));

  test("rules may name it, its payments are marked, and a new merchant still has no rule", async () => {
    await saveRules(service.merchant, [rule("simulator")]);
    const payment = await service.merchant.payment();
    expect(await service.merchant.records(payment.merchant_transaction_id)).toMatchObject([
      { transaction_status: "SUCCESS", test: true },
    ]);
    const { deps, close } = depsOn(service);
    const created = await createMerchant({ ...deps, defaultGateway: SIMULATOR }, "Beside a vendor");
    await close();
    expect(created).toMatchObject({ ok: true, value: { hasRules: false } });
  });
});
