import type { ChildProcess } from "node:child_process";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addMerchant } from "../../testing/add-merchant";
import { type AdyenDouble, startAdyenDouble, TEST_ADYEN } from "../../testing/adyen-double";
import { type CreatedPayment, eventually, MerchantCode, type Reply } from "../../testing/merchant-code";
import { rule, saveRules } from "../../testing/rules";
import { end, freePort, launch, startTestService, type TestService } from "../../testing/service";
import { sessionOf } from "../../testing/stripe-service";
import { startStripeDouble, type StripeDouble, TEST_STRIPE } from "../../testing/stripe-double";
import { startVendorFront } from "../../testing/vendor-front";
import { postNotification, type VendorServer } from "../../testing/vendor-server";

/** Two accounts of merchants at Stripe, and the environment's; one address stands for Stripe, as in life. */
const A = { secretKey: "sk_test_account_a_0001", webhookSecret: "whsec_account_a" };
const B = { secretKey: "sk_test_account_b_0001", webhookSecret: "whsec_account_b" };

let a: StripeDouble;
let b: StripeDouble;
let environment: StripeDouble;
let front: VendorServer;
let adyen: AdyenDouble;
/** Another merchant account of a company has the same keys. */
const company: { apiKey: string; merchantAccount: string; hmacKey: string } = { ...TEST_ADYEN };
let service: TestService;
/** Another process of the same service. */
let other: ChildProcess;
let otherUrl: string;
let output = "";
let merchant: MerchantCode;
let merchantId: number;

beforeAll(async () => {
  [a, b, environment, adyen] = await Promise.all([
    startStripeDouble(A),
    startStripeDouble(B),
    startStripeDouble(),
    startAdyenDouble(company),
  ]);
  front = await startVendorFront([
    { keys: () => [A.secretKey], double: a },
    { keys: () => [B.secretKey], double: b },
    { keys: () => [TEST_STRIPE.secretKey], double: environment },
  ]);
  service = await startTestService(
    {
      STRIPE_SECRET_KEY: TEST_STRIPE.secretKey,
      STRIPE_WEBHOOK_SECRET: TEST_STRIPE.webhookSecret,
      STRIPE_API_BASE: front.url,
      ADYEN_API_BASE: adyen.url,
      GATEWAY_TIME_LIMIT_MS: "1500",
      GATEWAY_FIRST_LOOK_MS: "150",
      CIRCUIT_FAILURES: "2",
      SIMULATOR: "on",
      ROUTING_LOG_LEVEL: "debug",
    },
    undefined,
    { onOutput: (text) => (output += text) },
  );
  const port = String(await freePort());
  otherUrl = `http://127.0.0.1:${port}`;
  const variables = { ...service.variables, ROUTING_PORT: port };
  other = await launch(variables, { role: "service", onOutput: (text) => (output += text) });
});
afterAll(async () => {
  await end(other, "SIGTERM");
  await service.stop();
  await Promise.all([a, b, environment, adyen, front].map((each) => each.close()));
});
beforeEach(async () => {
  merchant = await addMerchant(service);
  merchantId = await idOf(merchant);
  await saveRules(merchant, [rule("stripe", { target: { kind: "gateway", gateway: "stripe" } })]);
});

async function idOf(of: MerchantCode): Promise<number> {
  const { rows } = await service.db.query<{ id: number }>(
    "select merchant_id as id from api_keys where api_key = $1",
    [of.apiKey],
  );
  return rows[0]?.id ?? 0;
}

const ops = (verb: string, body: object, as = merchant): Promise<Reply> =>
  as.ops("POST", `/v1/ops/gateways/${verb}`, body);
const stripeFields = (of: { secretKey: string; webhookSecret: string }) => ({
  gateway: "stripe",
  secret_key: of.secretKey,
  webhook_secret: of.webhookSecret,
});
const add = (of: typeof A, replaces: number | null, more: object = {}): Promise<Reply> =>
  ops("add_account", { credentials: stripeFields(of), replaces, ...more });

type Account = {
  account: number;
  revision: number;
  hint: string;
  in_use: boolean;
  last_payment_at: string | null;
};
type Vendors = { vendors: { gateway: string; notification_address: string; accounts: Account[] }[] };
async function vendor(as = merchant, gateway = "stripe"): Promise<Vendors["vendors"][number]> {
  const { vendors } = (await ops("accounts", {}, as)).json as Vendors;
  const found = vendors.find((each) => each.gateway === gateway);
  if (found === undefined) throw new Error(`no ${gateway}`);
  return found;
}

const revision = async (as = merchant): Promise<number> => (await vendor(as)).accounts[0]?.revision ?? 0;

const pays = async (payment: CreatedPayment, at: StripeDouble): Promise<string> =>
  at.pay(await sessionOf(service, payment.transaction_id));
async function becomes(payment: CreatedPayment, status: string, as = merchant): Promise<void> {
  await eventually(
    () => as.records(payment.merchant_transaction_id),
    ([latest]) => latest?.transaction_status === status,
  );
}
async function paidAt(double: StripeDouble): Promise<CreatedPayment> {
  const payment = await merchant.payment({}, null);
  await pays(payment, double);
  await becomes(payment, "SUCCESS");
  return payment;
}
async function refunded(payment: CreatedPayment, amount: string): Promise<void> {
  const { json } = await merchant.refund(payment.transaction_id, amount);
  const { refund_id: id } = json as { refund_id: string };
  await eventually(
    async () => (await merchant.refundStatus(id)).json as { refund_status: string },
    ({ refund_status: status }) => status === "SUCCESS",
  );
}
const keysOfRefunds = (double: StripeDouble): Set<unknown> =>
  new Set(
    double.requests
      .filter(({ method, path }) => method === "POST" && path === "/v1/refunds")
      .map(({ headers }) => headers.authorization),
  );

describe("payments stay in the account in which their checkout was opened", () => {
  test("before, under A and under B: each is looked up, refunded and closed where its money is", async () => {
    const before = await paidAt(environment);
    expect((await add(A, null)).status).toBe(200);
    const underA = await paidAt(a);
    const openUnderA = await merchant.payment({}, null);
    // Entered at another process: the next payment here goes there.
    const replacing = { credentials: stripeFields(B), replaces: 1 };
    expect((await ops("add_account", replacing, merchant.at(otherUrl))).status).toBe(200);
    const underB = await paidAt(b);

    for (const payment of [before, underA, underB]) await refunded(payment, "10.00");
    expect(keysOfRefunds(environment)).toEqual(new Set([`Bearer ${TEST_STRIPE.secretKey}`]));
    expect(keysOfRefunds(a)).toEqual(new Set([`Bearer ${A.secretKey}`]));
    expect(keysOfRefunds(b)).toEqual(new Set([`Bearer ${B.secretKey}`]));
    expect([environment, a, b].map(({ refunds }) => refunds.size)).toEqual([1, 1, 1]);

    await merchant.cancel(openUnderA.merchant_transaction_id);
    const session = await sessionOf(service, openUnderA.transaction_id);
    await eventually(
      () => Promise.resolve(a.sessions.get(session)?.status),
      (status) => status === "expired",
    );
    const { rows } = await service.db.query<{ gateway_account: number | null }>(
      "select gateway_account from payments where merchant_id = $1 order by id",
      [merchantId],
    );
    expect(rows.map((row) => row.gateway_account)).toEqual([null, 1, 1, 2]);
    expect((await vendor()).accounts).toMatchObject([
      { account: 2, in_use: true },
      { account: 1, in_use: false },
    ]);
  });

  test("a changed secret of the same account is used for its earlier payments, by the next call of every process", async () => {
    const own = { ...A };
    const double = await startStripeDouble(own);
    const around = await startVendorFront([
      { keys: () => [own.secretKey], double },
      { keys: () => [TEST_STRIPE.secretKey], double: environment },
    ]);
    const redirect = { ...service.variables, STRIPE_API_BASE: around.url };
    const ports = [String(await freePort()), String(await freePort())] as const;
    const processes = await Promise.all(
      ports.map((port) => launch({ ...redirect, ROUTING_PORT: port }, { role: "service" })),
    );
    const [first, second] = ports.map((port) => merchant.at(`http://127.0.0.1:${port}`));
    if (first === undefined || second === undefined) throw new Error("no process");
    try {
      expect(
        (await ops("add_account", { credentials: stripeFields(own), replaces: null }, first)).status,
      ).toBe(200);
      // Both processes have opened an adapter with the first key.
      for (const process of [first, second]) expect((await process.initiate()).status).toBe(201);
      own.secretKey = "sk_test_account_a_0002";
      const changed = { account: 1, revision: await revision(first), credentials: stripeFields(own) };
      expect((await ops("update_account", changed, first)).json).toMatchObject({
        account: { account: 1, hint: "…0002" },
      });
      for (const process of [second, first]) {
        const created = await process.initiate();
        expect([created.status, (created.json as { success: boolean }).success]).toEqual([201, true]);
      }
    } finally {
      await Promise.all(processes.map((process) => end(process, "SIGTERM")));
      await Promise.all([double.close(), around.close()]);
    }
  });

  test("taken out of use, an account takes no new payments and still refunds its own", async () => {
    await add(A, null);
    const paid = await paidAt(a);
    const sessions = a.sessions.size;
    expect(await ops("use_account", { gateway: "stripe", account: null, replaces: 1 })).toMatchObject({
      status: 200,
      json: { account: null },
    });
    await paidAt(environment);
    expect(a.sessions.size).toBe(sessions);
    await refunded(paid, "5.00");
    expect((await ops("use_account", { gateway: "stripe", account: 1, replaces: null })).status).toBe(200);
    await paidAt(a);
  });
});

describe("what is entered is tried first", () => {
  test("a wrong secret is refused with a sentence at its field, whatever is confirmed", async () => {
    const wrong = { ...A, secretKey: "sk_test_nobody_has_this" };
    const reply = await add(wrong, null, { save_anyway: "unreachable" });
    expect([reply.status, reply.json]).toMatchObject([
      400,
      {
        faults: [
          {
            field: "credentials.secret_key",
            text: "Stripe does not accept these credentials. Nothing was saved.",
          },
        ],
      },
    ]);
    expect((await vendor()).accounts).toEqual([]);
  });

  test("a vendor that cannot be reached is reported, and overridden only by an explicit choice", async () => {
    const stop = front.misbehave("GET", /checkout\/sessions$/, { kind: "hang" }, 100);
    const reply = await add(A, null);
    expect(reply.json).toMatchObject({ faults: [{ field: "save_anyway.unreachable" }] });
    expect((await vendor()).accounts).toEqual([]);
    expect((await add(A, null, { save_anyway: "unreachable" })).status).toBe(200);
    stop();
    expect((await vendor()).accounts).toMatchObject([{ account: 1, in_use: true }]);
  });

  test("the wrong one of the two choices is noticed by a payment of the account", async () => {
    await add(A, null);
    const paid = await paidAt(a);
    const before = await revision();
    const update = await ops("update_account", {
      account: 1,
      revision: before,
      credentials: stripeFields(B),
    });
    expect(update.text).toContain(
      `With these credentials Stripe does not know payment ${paid.transaction_id}`,
    );
    // The same account again, with another restricted key of it.
    const again = await add({ ...A, webhookSecret: "whsec_other" }, 1);
    expect(again.text).toContain("they are of that same account");
    expect((await vendor()).accounts).toMatchObject([{ account: 1, revision: before }]);
  });

  test("the same is noticed by a payment that nobody has paid yet", async () => {
    await add(A, null);
    const open = await merchant.payment({}, null);
    const update = await ops("update_account", {
      account: 1,
      revision: await revision(),
      credentials: stripeFields(B),
    });
    expect(update.text).toContain(
      `With these credentials Stripe does not know payment ${open.transaction_id}`,
    );
  });

  test("without an answer about the payment nobody knows whether it is the same account", async () => {
    await add(A, null);
    await paidAt(a);
    const stop = front.misbehave("GET", /checkout\/sessions\/[^/]+$/, { kind: "hang" }, 100);
    const update = {
      account: 1,
      revision: await revision(),
      credentials: stripeFields({ ...A, webhookSecret: "whsec_2" }),
    };
    expect((await ops("update_account", update)).json).toMatchObject({
      faults: [{ field: "save_anyway.unreachable" }],
    });
    stop();
    expect((await ops("update_account", update)).status).toBe(200);
  });

  test("who decides against one doubt has not decided against another", async () => {
    await add(A, null);
    await paidAt(a);
    const update = { account: 1, revision: await revision(), credentials: stripeFields(B) };
    expect(await ops("update_account", { ...update, save_anyway: "unreachable" })).toMatchObject({
      status: 400,
      json: { faults: [{ field: "save_anyway.other_account" }] },
    });
    expect((await vendor()).accounts).toMatchObject([{ revision: update.revision }]);
    expect((await ops("update_account", { ...update, save_anyway: "other_account" })).status).toBe(200);
  });

  test("fields in another vendor's form are refused by name, and the values do not come back", async () => {
    const reply = await ops("add_account", {
      credentials: { gateway: "stripe", secret_key: "pk_live_publishable_key", webhook_secret: "hook" },
      replaces: null,
    });
    expect(reply.status).toBe(400);
    const { faults } = reply.json as { faults: { field: string }[] };
    expect(faults.map(({ field }) => field)).toEqual([
      "credentials.secret_key",
      "credentials.webhook_secret",
    ]);
    expect(reply.text).not.toContain("pk_live_publishable_key");
  });
});

describe("a request that comes twice, late or half", () => {
  test("of two clicks at the same time one account is made, and a repeated request gets the same answer", async () => {
    const replies = await Promise.all([add(A, null), add(A, null), add(A, null)]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await vendor()).accounts).toHaveLength(1);
    const change = {
      account: 1,
      revision: await revision(),
      credentials: stripeFields({ ...A, webhookSecret: "whsec_2" }),
    };
    const changes = await Promise.all([ops("update_account", change), ops("update_account", change)]);
    const revisions = changes.map(({ json }) => (json as { account: Account }).account.revision);
    expect(revisions).toEqual([await revision(), await revision()]);
    expect((await add({ ...A, webhookSecret: "whsec_2" }, null)).status).toBe(200);
    expect((await vendor()).accounts).toMatchObject([{ account: 1, revision: await revision() }]);
  });

  test("a change that was based on an older state is refused", async () => {
    await add(A, null);
    expect((await add(B, null)).status).toBe(409);
    const before = await revision();
    await ops("update_account", {
      account: 1,
      revision: before,
      credentials: stripeFields({ ...A, webhookSecret: "whsec_2" }),
    });
    const late = {
      account: 1,
      revision: before,
      credentials: stripeFields({ ...A, webhookSecret: "whsec_3" }),
    };
    expect((await ops("update_account", late)).status).toBe(409);
    expect((await ops("use_account", { gateway: "stripe", account: null, replaces: 7 })).status).toBe(409);
    expect((await ops("use_account", { gateway: "stripe", account: 9, replaces: 1 })).status).toBe(404);
    expect((await ops("update_account", { ...late, account: 9 })).status).toBe(404);
  });

  test("a process that is killed meanwhile has saved nothing, or all of it", async () => {
    const stop = front.misbehave("GET", /checkout\/sessions$/, { kind: "hang" }, 1);
    const lost = add(A, null).catch(() => null);
    await eventually(
      () => Promise.resolve(front.requests.at(-1)?.headers.authorization),
      (sent) => sent === `Bearer ${A.secretKey}`,
    );
    await service.killAndRestart();
    expect(await lost).toBeNull();
    stop();
    expect((await vendor()).accounts).toEqual([]);
    expect((await add(A, null)).status).toBe(200);
    await service.killAndRestart();
    await paidAt(a);
    expect((await vendor()).accounts).toMatchObject([{ account: 1, in_use: true }]);
  });
});

describe("notifications", () => {
  const notify = async (url: string, payment: CreatedPayment, at: StripeDouble, secret: string) => {
    const session = at.sessions.get(await sessionOf(service, payment.transaction_id));
    return postNotification(url, at.notification("checkout.session.completed", session ?? {}, { secret }));
  };
  const lookupsOf = async (payment: CreatedPayment): Promise<number> => {
    const { rows } = await service.db.query(
      "select 1 from graphile_worker._private_jobs where payload->>'paymentId' = $1 and key like 'payment-hint:%'",
      [payment.transaction_id],
    );
    return rows.length;
  };

  test("come at the merchant's own address with the secret of its account, also of an earlier one", async () => {
    await add(A, null);
    const { notification_address: address } = await vendor();
    expect(address).toMatch(/\/gateways\/stripe\/notifications\/[0-9a-f]{32}$/);
    const underA = await merchant.payment({}, null);
    await add(B, 1);
    const underB = await merchant.payment({}, null);
    await pays(underA, a);
    await pays(underB, b);
    expect(await notify(address, underA, a, A.webhookSecret)).toBe(200);
    expect(await notify(address, underB, b, B.webhookSecret)).toBe(200);
    await Promise.all([becomes(underA, "SUCCESS"), becomes(underB, "SUCCESS")]);
  });

  test("with another merchant's secret are refused, at every address", async () => {
    await add(A, null);
    const mine = await merchant.payment({}, null);
    const stranger = await addMerchant(service);
    await ops("add_account", { credentials: stripeFields(B), replaces: null }, stranger);
    const { notification_address: address } = await vendor();
    const { notification_address: strangers } = await vendor(stranger);
    expect(await notify(address, mine, a, B.webhookSecret)).toBe(401);
    expect(await notify(address, mine, a, TEST_STRIPE.webhookSecret)).toBe(401);
    expect(await notify(`${service.baseUrl}/gateways/stripe/notifications`, mine, a, A.webhookSecret)).toBe(
      401,
    );
    expect(await notify(address.replace(/.{6}$/, "000000"), mine, a, A.webhookSecret)).toBe(404);
    // Rightly signed by the stranger, about a payment that is not the stranger's: heard, and nothing follows.
    await service.db.query("update payments set watched_until = null where merchant_id = $1", [merchantId]);
    expect(await notify(strangers, mine, a, B.webhookSecret)).toBe(200);
    expect(await lookupsOf(mine)).toBe(0);
  });

  test("of one Adyen account never make another merchant's payment paid", async () => {
    const fields = (hmacKey: string) => ({
      gateway: "adyen",
      api_key: TEST_ADYEN.apiKey,
      merchant_account: TEST_ADYEN.merchantAccount,
      hmac_key: hmacKey,
    });
    const thief = await addMerchant(service);
    const thiefs = "ab".repeat(32);
    for (const [as, key] of [
      [merchant, TEST_ADYEN.hmacKey],
      [thief, thiefs],
    ] as const) {
      const added = await ops("add_account", { credentials: fields(key), replaces: null }, as);
      expect([added.status, added.text]).toMatchObject([200, expect.anything()]);
    }
    await saveRules(merchant, [rule("adyen", { target: { kind: "gateway", gateway: "adyen" } })]);
    const payment = await merchant.payment({}, null);
    const link = await sessionOf(service, payment.transaction_id);
    const item = {
      eventCode: "AUTHORISATION",
      success: true,
      pspReference: "FORGED0000000001",
      merchantReference: `${merchantId}-${payment.transaction_id}`,
      amount: { value: 149_900, currency: "INR" },
    };
    const { notification_address: thiefsAddress } = await vendor(thief, "adyen");
    expect(await postNotification(thiefsAddress, adyen.notification(item, { hmacKey: thiefs }))).toBe(200);
    const { notification_address: address } = await vendor(merchant, "adyen");
    expect(await postNotification(address, adyen.notification(item, { hmacKey: thiefs }))).toBe(401);
    // A lookup, as any customer can cause one.
    await fetch(`${String(payment.payment_link)}?returned=1`);
    expect((await merchant.records(payment.merchant_transaction_id))[0]?.transaction_status).toBe(
      "INITIATED",
    );

    adyen.notifies = address;
    adyen.pay(link);
    await becomes(payment, "SUCCESS");
  });
});

test("two merchant accounts of one company at Adyen, which have the same keys, are not one account", async () => {
  const adyenFields = (merchantAccount: string) => ({
    gateway: "adyen",
    api_key: company.apiKey,
    merchant_account: merchantAccount,
    hmac_key: company.hmacKey,
  });
  const first = company.merchantAccount;
  const second = "PaydeckSecond";
  try {
    await ops("add_account", { credentials: adyenFields(first), replaces: null });
    await saveRules(merchant, [rule("adyen", { target: { kind: "gateway", gateway: "adyen" } })]);
    const { notification_address: address, accounts } = await vendor(merchant, "adyen");
    adyen.notifies = address;
    const paid = await merchant.payment({}, null);
    adyen.pay(await sessionOf(service, paid.transaction_id));
    await becomes(paid, "SUCCESS");
    const open = await merchant.payment({}, null);

    company.merchantAccount = second;
    const changed = { account: 1, revision: accounts[0]?.revision, credentials: adyenFields(second) };
    expect((await ops("update_account", changed)).text).toContain("they are of another account");
    const stop = adyen.misbehave("POST", /paymentMethods$/, { kind: "hang" }, 1);
    const inAnOutage = await ops("update_account", { ...changed, save_anyway: "unreachable" });
    expect(inAnOutage.text).toContain("they are of another account");
    stop();
    const added = await ops("add_account", { credentials: adyenFields(second), replaces: 1 });
    expect([added.status, added.text]).toMatchObject([200, expect.anything()]);

    // The second one's secret fits, too: what is reported is still about the first.
    company.merchantAccount = first;
    adyen.pay(await sessionOf(service, open.transaction_id));
    await becomes(open, "SUCCESS");
    await refunded(paid, "10.00");
  } finally {
    company.merchantAccount = first;
    adyen.notifies = null;
  }
});

test("a merchant's revoked key stops its own payments alone", async () => {
  const gone = { ...A, secretKey: "sk_test_account_gone_01" };
  const stop = front.misbehave("GET", /checkout\/sessions$/, { kind: "hang" }, 1);
  await add(gone, null, { save_anyway: "unreachable" });
  stop();
  for (let i = 0; i < 3; i += 1) await merchant.initiate();
  const { rows } = await service.db.query<{ gateway: string }>(
    "select gateway from gateway_health where state <> 'closed'",
  );
  expect(rows).toEqual([{ gateway: `stripe@${merchantId}` }]);
  const neighbour = await addMerchant(service);
  await saveRules(neighbour, [rule("stripe", { target: { kind: "gateway", gateway: "stripe" } })]);
  expect((await neighbour.initiate()).json).toMatchObject({ success: true });
  const listed = async (as: MerchantCode): Promise<unknown> =>
    (
      (await ops("list", {}, as)).json as { gateways: { name: string; health: { state: string } }[] }
    ).gateways.find(({ name }) => name === "stripe")?.health.state;
  expect([await listed(merchant), await listed(neighbour)]).toEqual(["open", "closed"]);
  // Other credentials are called at once.
  expect((await add(A, 1)).status).toBe(200);
  expect((await merchant.initiate()).json).toMatchObject({ success: true });
});

test("secrets are in no answer, no log and no readable column", async () => {
  await add(A, null);
  await paidAt(a);
  const answers = [await ops("accounts", {}), await ops("list", {})].map(({ text }) => text).join("");
  const { rows } = await service.db.query<{ row: string }>(
    `select row_to_json(a)::text as row from gateway_accounts a
     union all select row_to_json(p)::text from payments p union all select row_to_json(h)::text from gateway_health h`,
  );
  const all = [answers, output, ...rows.map(({ row }) => row)].join("\n");
  expect(output).toContain("gateway called");
  expect(answers).toContain("…0001");
  for (const secret of [A.secretKey, A.webhookSecret, B.secretKey, B.webhookSecret]) {
    expect(all).not.toContain(secret);
    expect(all).not.toContain(Buffer.from(secret).toString("hex"));
  }
});

describe("who changed an account (decision 0315)", () => {
  type Traced = Record<`${"changed" | "used" | "retired"}_${"by" | "key"}`, string | null> & {
    used_at: string | null;
  };
  const traced = async (): Promise<Traced[]> => (await vendor()).accounts as unknown as Traced[];

  test("is recorded for each change, with the key that signed it, which no name can hide", async () => {
    const { key, salt } = (await merchant.ops("POST", "/v1/ops/keys/create", { label: "Reports" })).json as {
      key: { key_id: string; api_key: string };
      salt: string;
    };
    const reports = new MerchantCode(merchant.baseUrl, key.api_key, salt);
    const { keys } = (await merchant.ops("POST", "/v1/ops/keys/list", {})).json as {
      keys: { key_id: string; is_caller: boolean }[];
    };
    const own = keys.find((each) => each.is_caller)?.key_id;
    await add(A, null, { created_by: "asha@example.com" });
    expect(await traced()).toMatchObject([
      { changed_by: "asha@example.com", changed_key: own, used_by: "asha@example.com", used_key: own },
    ]);

    const stopping = { gateway: "stripe", account: null, replaces: 1, created_by: "asha@example.com" };
    const stopped = await ops("use_account", stopping, reports);
    expect(stopped.json).toEqual({ account: null });
    expect(await traced()).toMatchObject([
      { retired_by: "asha@example.com", retired_key: key.key_id, used_key: own },
    ]);

    const used = await ops("use_account", { gateway: "stripe", account: 1, replaces: null }, reports);
    const expected = {
      changed_key: own,
      used_by: expect.stringMatching(/^API key .+…$/) as string,
      used_key: key.key_id,
      retired_at: null,
      retired_by: null,
      retired_key: null,
    };
    expect(used.json).toMatchObject({ account: expected });
    expect(await traced()).toMatchObject([expected]);

    await add(B, 1);
    expect(await traced()).toMatchObject([
      { account: 2, used_key: own },
      { account: 1, retired_key: own },
    ]);
  });
});

describe("an account that waits for a decision (decision 0315)", () => {
  const save = (of: typeof A, more: object = {}): Promise<Reply> =>
    ops("save_account", { credentials: stripeFields(of), ...more });
  const use = (fields: object): Promise<Reply> => ops("use_account", { gateway: "stripe", ...fields });

  test("is tried and saved, takes no payment until it is put in use, and is saved once", async () => {
    await add(A, null);
    const saved = await save(B, { created_by: "asha@example.com" });
    expect([saved.status, saved.json]).toMatchObject([
      200,
      { account: { account: 2, in_use: false, used_at: null, retired_by: "asha@example.com" } },
    ]);
    expect((await save(B)).json).toMatchObject({ account: { account: 2 } });
    const payment = await paidAt(a);
    const wrong = await save({ ...B, secretKey: "sk_test_nobody_has_this" });
    expect([wrong.status, wrong.text.includes("Stripe does not accept these credentials.")]).toEqual([
      400,
      true,
    ]);
    expect((await vendor()).accounts).toHaveLength(2);

    const { revision: saw } = (saved.json as { account: Account }).account;
    expect((await use({ account: 2, replaces: 1, revision: saw })).status).toBe(200);
    await paidAt(b);
    await refunded(payment, "10.00");
  });

  test("is put in use only with the credentials that were decided about, and while the vendor accepts them", async () => {
    const own = { secretKey: "sk_test_account_c_0001", webhookSecret: "whsec_account_c" };
    const keys = { now: own.secretKey };
    const double = await startStripeDouble(own);
    const moved = await startVendorFront([
      { keys: () => [keys.now], double },
      { keys: () => [A.secretKey], double: a },
    ]);
    const its = await startTestService({ STRIPE_API_BASE: moved.url, SIMULATOR: "on" });
    try {
      const as = await addMerchant(its);
      const saved = await ops("save_account", { credentials: stripeFields(own) }, as);
      const { revision: saw } = (saved.json as { account: Account }).account;
      const choice = { gateway: "stripe", account: 1, replaces: null };
      const stale = await ops("use_account", { ...choice, revision: saw + 1 }, as);
      expect(stale.status).toBe(409);
      keys.now = "sk_test_rolled_at_the_vendor";
      const refused = await ops("use_account", { ...choice, revision: saw }, as);
      expect([refused.status, refused.json]).toEqual([
        400,
        {
          detail: "revision: Stripe does not accept these credentials.",
          faults: [{ field: "revision", text: "Stripe does not accept these credentials." }],
        },
      ]);
      expect((await vendor(as)).accounts).toMatchObject([{ in_use: false }]);
      keys.now = own.secretKey;
      expect((await ops("use_account", { ...choice, revision: saw }, as)).status).toBe(200);
    } finally {
      await its.stop();
      await Promise.all([moved.close(), double.close()]);
    }
  });

  test("new credentials of the account in use need a payment that proves it is the same one", async () => {
    await add(A, null);
    const update = async (of: typeof A, more: object = {}): Promise<Reply> =>
      ops("update_account", {
        account: 1,
        revision: await revision(),
        credentials: stripeFields(of),
        proof_in_use: true,
        ...more,
      });
    const unproven = await update(B);
    expect([unproven.status, unproven.json]).toMatchObject([
      400,
      {
        faults: [
          {
            field: "credentials.secret_key",
            text: expect.stringContaining("no payment that could prove") as string,
          },
        ],
      },
    ]);
    await paidAt(a);
    const other = await update(B, { save_anyway: "other_account" });
    expect([other.status, other.json]).toMatchObject([
      400,
      {
        faults: [
          {
            field: "credentials.secret_key",
            text: expect.stringContaining("they are of another account") as string,
          },
        ],
      },
    ]);
    expect((await update({ ...A, webhookSecret: "whsec_rolled" })).status).toBe(200);
    await ops("use_account", { gateway: "stripe", account: null, replaces: 1 });
    expect((await update(B, { save_anyway: "other_account" })).status).toBe(200);
  });
});
