import type { ChildProcess } from "node:child_process";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addMerchant } from "@/tools/testing/routing/add-merchant";
import { eventually, type MerchantCode } from "@/tools/testing/routing/merchant-code";
import { rule, saveRules } from "@/tools/testing/routing/rules";
import { end, freePort, launch } from "@/tools/testing/routing/service";
import { startStripeDouble, type StripeDouble, TEST_STRIPE } from "@/tools/testing/routing/stripe-double";
import { sessionOf } from "@/tools/testing/routing/stripe-service";
import {
  A,
  B,
  expectNoSecretIn,
  stripeFields,
  useVendorAccounts,
} from "@/tools/testing/routing/vendor-accounts";
import { startVendorFront } from "@/tools/testing/routing/vendor-front";

const { live, ops, add, vendor, revision, paidAt, refunded, logsAndRows } = useVendorAccounts();

/** Another process of the same service. */
let other: ChildProcess;
let otherUrl: string;

beforeAll(async () => {
  const port = String(await freePort());
  otherUrl = `http://127.0.0.1:${port}`;
  const onOutput = (text: string): unknown => (live.output += text);
  other = await launch({ ...live.service.variables, ROUTING_PORT: port }, { role: "service", onOutput });
});
afterAll(() => end(other, "SIGTERM"));

const keysOfRefunds = (double: StripeDouble): Set<unknown> =>
  new Set(
    double.requests
      .filter(({ method, path }) => method === "POST" && path === "/v1/refunds")
      .map(({ headers }) => headers.authorization),
  );

describe("payments stay in the account in which their checkout was opened", () => {
  test("before, under A and under B: each is looked up, refunded and closed where its money is", async () => {
    const capabilities = await live.merchant.ops("GET", "/v1/ops/capabilities");
    expect(capabilities.json).toMatchObject({ test_only: false });
    const before = await paidAt(live.environment);
    expect((await add(A, null)).status).toBe(200);
    const underA = await paidAt(live.a);
    const openUnderA = await live.merchant.payment({}, null);
    // Entered at another process: the next payment here goes there.
    const replacing = { credentials: stripeFields(B), replaces: 1 };
    expect((await ops("add_account", replacing, live.merchant.at(otherUrl))).status).toBe(200);
    const underB = await paidAt(live.b);

    for (const payment of [before, underA, underB]) await refunded(payment, "10.00");
    expect(keysOfRefunds(live.environment)).toEqual(new Set([`Bearer ${TEST_STRIPE.secretKey}`]));
    expect(keysOfRefunds(live.a)).toEqual(new Set([`Bearer ${A.secretKey}`]));
    expect(keysOfRefunds(live.b)).toEqual(new Set([`Bearer ${B.secretKey}`]));
    expect([live.environment, live.a, live.b].map(({ refunds }) => refunds.size)).toEqual([1, 1, 1]);

    await live.merchant.cancel(openUnderA.merchant_transaction_id);
    const session = await sessionOf(live.service, openUnderA.transaction_id);
    await eventually(
      () => Promise.resolve(live.a.sessions.get(session)?.status),
      (status) => status === "expired",
    );
    const { rows } = await live.service.db.query<{ gateway_account: number | null }>(
      "select gateway_account from payments where merchant_id = $1 order by id",
      [live.merchantId],
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
      { keys: () => [TEST_STRIPE.secretKey], double: live.environment },
    ]);
    const redirect = { ...live.service.variables, STRIPE_API_BASE: around.url };
    const ports = [String(await freePort()), String(await freePort())] as const;
    const processes = await Promise.all(
      ports.map((port) => launch({ ...redirect, ROUTING_PORT: port }, { role: "service" })),
    );
    const [first, second] = ports.map((port) => live.merchant.at(`http://127.0.0.1:${port}`));
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
    const paid = await paidAt(live.a);
    const sessions = live.a.sessions.size;
    expect(await ops("use_account", { gateway: "stripe", account: null, replaces: 1 })).toMatchObject({
      status: 200,
      json: { account: null },
    });
    await paidAt(live.environment);
    expect(live.a.sessions.size).toBe(sessions);
    await refunded(paid, "5.00");
    expect((await ops("use_account", { gateway: "stripe", account: 1, replaces: null })).status).toBe(200);
    await paidAt(live.a);
  });
});

test("a merchant's revoked key stops its own payments alone", async () => {
  const gone = { ...A, secretKey: "sk_test_account_gone_01" };
  const stop = live.front.misbehave("GET", /checkout\/sessions$/, { kind: "hang" }, 1);
  await add(gone, null, { save_anyway: "unreachable" });
  stop();
  for (let i = 0; i < 3; i += 1) await live.merchant.initiate();
  const { rows } = await live.service.db.query<{ gateway: string }>(
    "select gateway from gateway_health where state <> 'closed'",
  );
  expect(rows).toEqual([{ gateway: `stripe@${live.merchantId}` }]);
  const neighbour = await addMerchant(live.service);
  await saveRules(neighbour, [rule("stripe", { target: { kind: "gateway", gateway: "stripe" } })]);
  expect((await neighbour.initiate()).json).toMatchObject({ success: true });
  const listed = async (as: MerchantCode): Promise<unknown> =>
    (
      (await ops("list", {}, as)).json as { gateways: { name: string; health: { state: string } }[] }
    ).gateways.find(({ name }) => name === "stripe")?.health.state;
  expect([await listed(live.merchant), await listed(neighbour)]).toEqual(["open", "closed"]);
  // Other credentials are called at once.
  expect((await add(A, 1)).status).toBe(200);
  expect((await live.merchant.initiate()).json).toMatchObject({ success: true });
});

test("secrets are in no answer, no log and no readable column", async () => {
  await add(A, null);
  await paidAt(live.a);
  const responses = [await ops("accounts", {}), await ops("list", {})].map(({ text }) => text).join("");
  expect(live.output).toContain("gateway called");
  expect(responses).toContain("…0001");
  expectNoSecretIn(responses);
  expectNoSecretIn(await logsAndRows());
});
