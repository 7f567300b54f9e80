import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import { addMerchant } from "./add-merchant";
import { type AdyenDouble, startAdyenDouble, TEST_ADYEN } from "./adyen-double";
import { type CreatedPayment, eventually, type MerchantCode, type Reply } from "./merchant-code";
import { rule, saveRules } from "./rules";
import { startTestService, type TestServiceProcess } from "./service";
import { startStripeDouble, type StripeDouble, TEST_STRIPE } from "./stripe-double";
import { sessionOf } from "./stripe-service";
import { startVendorFront } from "./vendor-front";
import type { VendorServer } from "./vendor-server";

/** Two accounts of merchants at Stripe, beside the environment's. */
export const A = { secretKey: "sk_test_account_a_0001", webhookSecret: "whsec_account_a" };
export const B = { secretKey: "sk_test_account_b_0001", webhookSecret: "whsec_account_b" };

export const stripeFields = (of: typeof A) => ({
  gateway: "stripe",
  secret_key: of.secretKey,
  webhook_secret: of.webhookSecret,
});

export type Account = {
  account: number;
  revision: number;
  hint: string;
  in_use: boolean;
  last_payment_at: string | null;
};
type Vendors = { vendors: { gateway: string; notification_address: string; accounts: Account[] }[] };

export function expectNoSecretIn(text: string): void {
  for (const secret of [A.secretKey, A.webhookSecret, B.secretKey, B.webhookSecret]) {
    expect(text).not.toContain(secret);
    expect(text).not.toContain(Buffer.from(secret).toString("hex"));
  }
}

/**
 * A service with the environment's account at Stripe, whose merchants have accounts of their own there and at Adyen.
 * Each test has a merchant of its own, whose payments go to Stripe. `live` has its values once the file's tests run.
 */
export function useVendorAccounts() {
  const live = { output: "" } as {
    a: StripeDouble;
    b: StripeDouble;
    environment: StripeDouble;
    /** The one address that stands for Stripe, as in life. */
    front: VendorServer;
    adyen: AdyenDouble;
    service: TestServiceProcess;
    /** What the service's processes have logged. */
    output: string;
    merchant: MerchantCode;
    merchantId: number;
  };
  /** Another merchant account of a company has the same keys. */
  const company: { apiKey: string; merchantAccount: string; hmacKey: string } = { ...TEST_ADYEN };

  beforeAll(async () => {
    [live.a, live.b, live.environment, live.adyen] = await Promise.all([
      startStripeDouble(A),
      startStripeDouble(B),
      startStripeDouble(),
      startAdyenDouble(company),
    ]);
    live.front = await startVendorFront([
      { keys: () => [A.secretKey], double: live.a },
      { keys: () => [B.secretKey], double: live.b },
      { keys: () => [TEST_STRIPE.secretKey], double: live.environment },
    ]);
    live.service = await startTestService(
      {
        STRIPE_SECRET_KEY: TEST_STRIPE.secretKey,
        STRIPE_WEBHOOK_SECRET: TEST_STRIPE.webhookSecret,
        STRIPE_API_BASE: live.front.url,
        ADYEN_API_BASE: live.adyen.url,
        GATEWAY_TIME_LIMIT_MS: "5000",
        GATEWAY_FIRST_LOOK_MS: "150",
        CIRCUIT_FAILURES: "2",
        SIMULATOR: "on",
        ROUTING_LOG_LEVEL: "debug",
      },
      undefined,
      { onOutput: (text) => (live.output += text) },
    );
  });
  afterAll(async () => {
    await live.service.stop();
    const { a, b, environment, adyen, front } = live;
    await Promise.all([a, b, environment, adyen, front].map((each) => each.close()));
  });
  beforeEach(async () => {
    live.merchant = await addMerchant(live.service);
    live.merchantId = await idOf(live.merchant);
    await saveRules(live.merchant, [rule("stripe", { target: { kind: "gateway", gateway: "stripe" } })]);
  });

  async function idOf(of: MerchantCode): Promise<number> {
    const { rows } = await live.service.db.query<{ id: number }>(
      "select merchant_id as id from api_keys where api_key = $1",
      [of.apiKey],
    );
    return rows[0]?.id ?? 0;
  }

  const ops = (verb: string, body: object, as = live.merchant): Promise<Reply> =>
    as.ops("POST", `/v1/ops/gateways/${verb}`, body);
  const add = (of: typeof A, replaces: number | null, more: object = {}): Promise<Reply> =>
    ops("add_account", { credentials: stripeFields(of), replaces, ...more });

  async function vendor(as = live.merchant, gateway = "stripe"): Promise<Vendors["vendors"][number]> {
    const { vendors } = (await ops("accounts", {}, as)).json as Vendors;
    const found = vendors.find((each) => each.gateway === gateway);
    if (found === undefined) throw new Error(`no ${gateway}`);
    return found;
  }

  const revision = async (as = live.merchant): Promise<number> =>
    (await vendor(as)).accounts[0]?.revision ?? 0;

  const pays = async (payment: CreatedPayment, at: StripeDouble): Promise<string> =>
    at.pay(await sessionOf(live.service, payment.transaction_id));
  async function becomes(payment: CreatedPayment, status: string, as = live.merchant): Promise<void> {
    await eventually(
      () => as.records(payment.merchant_transaction_id),
      ([latest]) => latest?.transaction_status === status,
    );
  }
  async function paidAt(double: StripeDouble): Promise<CreatedPayment> {
    const payment = await live.merchant.payment({}, null);
    await pays(payment, double);
    await becomes(payment, "SUCCESS");
    return payment;
  }
  async function refunded(payment: CreatedPayment, amount: string): Promise<void> {
    const { json } = await live.merchant.refund(payment.transaction_id, amount);
    const { refund_id: id } = json as { refund_id: string };
    await eventually(
      async () => (await live.merchant.refundStatus(id)).json as { refund_status: string },
      ({ refund_status: status }) => status === "SUCCESS",
    );
  }

  /** What the service's processes have logged, and what the columns show. */
  async function logsAndRows(): Promise<string> {
    const { rows } = await live.service.db.query<{ row: string }>(
      `select row_to_json(a)::text as row from gateway_accounts a
       union all select row_to_json(p)::text from payments p union all select row_to_json(h)::text from gateway_health h`,
    );
    return [live.output, ...rows.map(({ row }) => row)].join("\n");
  }
  // Whatever the tests of the file have done.
  afterAll(async () => expectNoSecretIn(await logsAndRows()));

  return { live, company, ops, add, vendor, revision, pays, becomes, paidAt, refunded, logsAndRows };
}
