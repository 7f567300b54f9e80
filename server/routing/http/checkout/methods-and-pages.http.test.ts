import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addReversal } from "@/tools/testing/routing/add-reversal";
import { choose, type CreatedPayment, eventually } from "@/tools/testing/routing/merchant-code";
import { startTestService, type TestService } from "@/tools/testing/routing/service";
import { statusesOf } from "@/tools/testing/routing/stripe-service";

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ SWEEP_INTERVAL_MS: "600000" });
});
afterAll(() => service.stop());

const statuses = (payment: CreatedPayment): Promise<string[]> =>
  statusesOf(service, payment.merchant_transaction_id);
const pageOf = async (payment: CreatedPayment): Promise<string> => (await fetch(payment.payment_link)).text();
const post = async (payment: CreatedPayment, form: string): Promise<{ status: number; text: string }> => {
  const response = await fetch(payment.payment_link, {
    method: "POST",
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
    body: form,
    redirect: "manual",
  });
  return { status: response.status, text: await response.text() };
};
const offered = (page: string): string[] =>
  [...page.matchAll(/name="method"\s+value="([A-Z]+)"/g)].map(([, method]) => method ?? "");

describe("the method", () => {
  test("all of the gateway's are offered as one group of choices", async () => {
    const page = await pageOf(await service.merchant.payment({}, null));
    expect(offered(page).sort()).toEqual(["CC", "DC", "EMI", "NB", "UPI", "WALLET"]);
    expect(page).toMatch(/<fieldset>\s*<legend>Pay with<\/legend>/);
  });

  test("the one that the merchant named is the only one", async () => {
    const page = await pageOf(await service.merchant.payment({ payment_method: "NB" }, null));
    expect(offered(page)).toEqual(["NB"]);
    expect(page).not.toContain("<fieldset>");
  });

  test("what the customer chose is kept with the payment and its event, and shown", async () => {
    const payment = await service.merchant.payment({}, null);
    expect((await post(payment, "outcome=success&method=WALLET")).status).toBe(303);
    const { rows } = await service.db.query<{ paid_method: string; detail: object }>(
      `select p.paid_method, e.detail from payments p
       join payment_events e on e.payment_id = p.id and e.kind = 'succeeded' where p.id = $1`,
      [payment.transaction_id],
    );
    expect(rows).toEqual([{ paid_method: "WALLET", detail: { method: "WALLET" } }]);
    expect(await pageOf(payment)).toMatch(/Paid with<\/dt>\s*<dd class="text">Wallet/);
  });

  test("one may be left out (decision 0038)", async () => {
    const payment = await service.merchant.payment({}, null);
    expect((await choose(payment.payment_link, "success")).status).toBe(303);
    expect(await statuses(payment)).toEqual(["SUCCESS"]);
  });

  test.each([
    ["unknown", "outcome=success&method=CASH"],
    ["empty", "outcome=success&method="],
    ["named twice", "outcome=success&method=UPI&method=CC"],
    ["not offered by this checkout", "outcome=success&method=UPI"],
    ["unknown beside a refusal to pay", "outcome=drop&method=CASH"],
  ])("one that is %s is 400 and moves nothing", async (_name, form) => {
    const payment = await service.merchant.payment({ payment_method: "CC" }, null);
    const reply = await post(payment, form);
    expect([reply.status, reply.text]).toEqual([
      400,
      expect.stringContaining("Nothing was charged") as string,
    ]);
    expect(await statuses(payment)).toEqual(["INITIATED"]);
  });
});

describe("the pages", () => {
  test("the deadline is shown in the customer's time and as an instant", async () => {
    const payment = await service.merchant.payment({}, null);
    await service.db.query(`update payments set expires_at = '2099-11-21T13:00:00Z' where id = $1`, [
      payment.transaction_id,
    ]);
    const page = await pageOf(payment);
    expect(page).toMatch(
      /Pay before\s+<time datetime="2099-11-21T13:00:00.000Z">21 Nov 2099, 18:30 IST \(UTC\+5:30\)<\/time>/,
    );
  });

  test("past the deadline the page says so, offers to try again, and moves nothing; trying again makes a new record", async () => {
    const payment = await service.merchant.payment({}, null);
    await service.db.query(`update payments set expires_at = now() where id = $1`, [payment.transaction_id]);
    const page = await pageOf(payment);
    expect(page).toContain("This payment has expired");
    expect(page).not.toContain('value="success"');
    expect(await statuses(payment)).toEqual(["INITIATED"]);
    expect((await choose(payment.payment_link, "retry")).status).toBe(303);
    expect(await statuses(payment)).toEqual(["INITIATED", "DROP"]);
    expect(await pageOf(payment)).toContain("Pay with");
  });

  test("after paying, the page that the back button loads anew shows the payment, and paying twice pays once", async () => {
    const payment = await service.merchant.payment({}, null);
    const responses = await Promise.all(
      Array.from({ length: 8 }, () => post(payment, "outcome=success&method=UPI")),
    );
    expect(responses.filter(({ status }) => status === 303)).toHaveLength(1);
    expect(await pageOf(payment)).toContain("Payment received");
    const charges = await service.db.query(
      `select 1 from simulator.charges where checkout_id like '%' || $1`,
      [payment.transaction_id],
    );
    expect(charges.rows).toHaveLength(1);
  });

  test("a cancelled payment offers nothing but the way back", async () => {
    const payment = await service.merchant.payment({ furl: "https://shop.example/no" }, null);
    await service.merchant.cancel(payment.merchant_transaction_id);
    const page = await pageOf(payment);
    expect(page).toContain("Payment cancelled");
    expect(page).toContain("https://shop.example/no?");
    expect(page).not.toContain("<button");
  });

  test("trying again ends after seven days: the page no longer offers it, and requesting it makes no record", async () => {
    const payment = await service.merchant.payment({}, "failure");
    await service.db.query("update payments set created_at = created_at - interval '7 days' where id = $1", [
      payment.transaction_id,
    ]);
    expect(await pageOf(payment)).not.toMatch(/value="retry"|try again/);
    expect((await choose(payment.payment_link, "retry")).status).toBe(200);
    expect(await statuses(payment)).toEqual(["FAILURE"]);
  });

  test("trying again ends with the hundredth attempt: the page no longer offers it, and requesting it makes no record", async () => {
    const payment = await service.merchant.payment({}, "failure");
    await service.db.query(`update payments set attempt = 99 where id = $1`, [payment.transaction_id]);
    expect(await pageOf(payment)).toContain('value="retry"');
    expect((await choose(payment.payment_link, "retry")).status).toBe(303);
    await choose(payment.payment_link, "drop");
    expect(await pageOf(payment)).not.toMatch(/value="retry"|try again/);
    expect((await choose(payment.payment_link, "retry")).status).toBe(200);
    expect(await statuses(payment)).toEqual(["DROP", "FAILURE"]);
  });

  test("money that came too late is shown as on its way back, instead of 'nothing was charged'", async () => {
    const payment = await service.merchant.payment({}, null);
    await service.merchant.cancel(payment.merchant_transaction_id);
    expect(await pageOf(payment)).toContain("Nothing was charged");
    await addReversal(service.db, payment.transaction_id);
    const page = await eventually(
      () => pageOf(payment),
      (text) => text.includes("on its way back to you"),
    );
    expect(page).not.toContain("Nothing was charged");
  });
});
