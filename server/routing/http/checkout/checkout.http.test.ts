import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { choose, type CreatedPayment } from "@/tools/testing/routing/merchant-code";
import { startTestService, type TestService } from "@/tools/testing/routing/service";

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const SURL = "https://shop.example/paid?order=a%20b&status=old&flag";
const FURL = "https://shop.example/failed#again";
const open = (fields: Record<string, unknown> = {}): Promise<CreatedPayment> =>
  service.merchant.payment({ surl: SURL, furl: FURL, ...fields }, null);
const statusesOf = async (payment: CreatedPayment): Promise<string[]> =>
  (
    (await service.merchant.status(payment.merchant_transaction_id)).json as { transaction_status: string }[]
  ).map((record) => record.transaction_status);

describe("the checkout page (decision 0038)", () => {
  test("a GET shows amount, merchant and choices, and moves nothing", async () => {
    const payment = await open({ transaction_amount: "149900.00" });
    const response = await fetch(payment.payment_link);
    const page = await response.text();
    expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(page).toContain("₹1,49,900.00");
    expect(page).toContain("This is a test payment.");
    for (const outcome of ["success", "failure", "drop"]) expect(page).toContain(`value="${outcome}"`);
    expect(page).not.toContain('value="retry"');
    expect(await statusesOf(payment)).toEqual(["INITIATED"]);
  });

  test("the policy allows no script and no other host, and lets the form lead back to the merchant", async () => {
    const payment = await open();
    const response = await fetch(payment.payment_link);
    const policy = response.headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("form-action 'self' http: https:;");
    expect(policy).not.toContain("unsafe-inline");
    expect(await response.text()).not.toContain("<script");
  });

  test("what the merchant sent is escaped on the page", async () => {
    const payment = await open({ merchant_transaction_id: `<img src=x onerror="a">&'${Date.now()}` });
    const page = await (await fetch(payment.payment_link)).text();
    expect(page).not.toContain("<img");
    expect(page).toContain("&lt;img src=x onerror=&quot;a&quot;&gt;&amp;&#39;");
  });

  test("a link that was never handed out is 404, for both methods", async () => {
    const payment = await open();
    const forged = payment.payment_link.replace(/.$/, (last) => (last === "A" ? "B" : "A"));
    for (const link of [forged, `${service.baseUrl}/pay/x`, `${service.baseUrl}/pay/1-`]) {
      expect((await fetch(link)).status).toBe(404);
      expect((await choose(link, "success")).status).toBe(404);
    }
  });

  test.each([
    ["success", "SUCCESS"],
    ["failure", "FAILURE"],
    ["drop", "DROP"],
  ] as const)("%s moves the payment to %s before it answers 303", async (outcome, status) => {
    const payment = await open();
    const response = await choose(payment.payment_link, outcome);
    expect(response.status).toBe(303);
    expect(await statusesOf(payment)).toEqual([status]);
  });

  test("success leads to surl with the ids and the status added to its query", async () => {
    const payment = await open();
    const { location } = await choose(payment.payment_link, "success");
    const reference = encodeURIComponent(payment.merchant_transaction_id);
    expect(location).toBe(
      `https://shop.example/paid?order=a%20b&flag&merchant_transaction_id=${reference}&transaction_id=${payment.transaction_id}&status=SUCCESS`,
    );
  });

  test.each([
    ["failure", "FAILURE"],
    ["drop", "DROP"],
  ] as const)("%s leads to furl", async (outcome, status) => {
    const payment = await open();
    const url = new URL((await choose(payment.payment_link, outcome)).location ?? "");
    expect(url.origin + url.pathname + url.hash).toBe("https://shop.example/failed#again");
    expect(Object.fromEntries(url.searchParams)).toEqual({
      merchant_transaction_id: payment.merchant_transaction_id,
      transaction_id: payment.transaction_id,
      status,
    });
  });

  test("without surl and furl the link itself shows the result", async () => {
    const payment = await service.merchant.payment({}, null);
    const { location } = await choose(payment.payment_link, "success");
    expect(location).toBe(payment.payment_link);
    const page = await (await fetch(payment.payment_link)).text();
    expect(page).toContain("Payment received");
  });

  test.each([
    ["an unknown outcome", "outcome=paid"],
    ["none", ""],
    ["two", "outcome=success&outcome=drop"],
  ])("%s is 400 and moves nothing", async (_name, body) => {
    const payment = await open();
    const reply = await fetch(payment.payment_link, {
      method: "POST",
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
      body,
    });
    expect(reply.status).toBe(400);
    expect(await statusesOf(payment)).toEqual(["INITIATED"]);
  });
});

describe("trying again (decisions 0029 and 0038)", () => {
  test.each(["failure", "drop"])(
    "after %s, retry makes a new record behind the same link and answers 303 to it",
    async (end) => {
      const payment = await open({ udf1: "kept" });
      await choose(payment.payment_link, end);
      const response = await choose(payment.payment_link, "retry");
      expect(response.status).toBe(303);
      expect(response.location).toBe(payment.payment_link);
      const records = await service.merchant.records(payment.merchant_transaction_id);
      expect(records).toHaveLength(2);
      expect(records[0]).toMatchObject({
        transaction_status: "INITIATED",
        udf1: "kept",
        transaction_amount: "500.00",
      });
      await choose(payment.payment_link, "success");
      expect((await statusesOf(payment))[0]).toBe("SUCCESS");
    },
  );

  test.each([
    ["INITIATED", null],
    ["SUCCESS", "success"],
  ] as const)(
    "while the latest record is %s, retry changes nothing and the page shows the state",
    async (status, outcome) => {
      const payment = await open();
      if (outcome !== null) await choose(payment.payment_link, outcome);
      expect((await choose(payment.payment_link, "retry")).status).toBe(200);
      expect(await statusesOf(payment)).toEqual([status]);
    },
  );

  test("two clicks on retry at once make one record", async () => {
    const payment = await open();
    await choose(payment.payment_link, "failure");
    await Promise.all(Array.from({ length: 10 }, () => choose(payment.payment_link, "retry")));
    expect(await statusesOf(payment)).toEqual(["INITIATED", "FAILURE"]);
  });
});

describe("the end of a payment, and money after it (decisions 0032 and 0004)", () => {
  test("a payment past its lifetime can no longer be paid: it is DROP, also before the sweep finds it", async () => {
    const payment = await open();
    await service.db.query(`update payments set expires_at = now() where id = $1`, [payment.transaction_id]);
    const response = await choose(payment.payment_link, "success");
    expect(response.status).toBe(200);
    expect(response.text).toContain("This payment has expired");
    expect(await statusesOf(payment)).toEqual(["DROP"]);
  });

  test("of success, failure and drop at once, one wins and stays", async () => {
    for (let round = 0; round < 10; round += 1) {
      const payment = await open();
      const outcomes = ["success", "failure", "drop", "success", "drop"];
      const responses = await Promise.all(outcomes.map((outcome) => choose(payment.payment_link, outcome)));
      const moved = responses.filter((response) => response.status === 303);
      expect(moved.length).toBe(1);
      const status = new URL(moved[0]?.location ?? "").searchParams.get("status");
      expect(await statusesOf(payment)).toEqual([status]);
    }
  });

  test("cancel against pay (failure 22): one wins; a charge that came too late is sent back once and recorded", async () => {
    for (let round = 0; round < 40; round += 1) {
      const payment = await open();
      // The cancel nearly always wins without a delay; with a growing delay the payment wins too.
      const cancel = sleep(round * 3).then(() => service.merchant.cancel(payment.merchant_transaction_id));
      const [cancelled, paid] = await Promise.all([cancel, choose(payment.payment_link, "success")]);
      const [status] = await statusesOf(payment);
      expect(status).toBe(cancelled.status === 200 ? "CANCELLED" : "SUCCESS");
      expect(paid.status).toBe(status === "SUCCESS" ? 303 : 200);
      const charged = await service.db.query(
        `select 1 from simulator.charges where checkout_id like '%' || $1 and outcome = 'SUCCESS'`,
        [payment.transaction_id],
      );
      const reversals = await service.db.query(
        `select 1 from refunds where kind = 'reversal' and payment_id = $1`,
        [payment.transaction_id],
      );
      const isLate = status === "CANCELLED" && charged.rows.length === 1;
      expect(reversals.rows).toHaveLength(isLate ? 1 : 0);
    }
  });
});
