import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { choose, type CreatedPayment, eventually } from "@/tools/testing/routing/merchant-code";
import { pollOf } from "@/tools/testing/routing/polled";
import type { TestServiceProcess } from "@/tools/testing/routing/service";
import type { StripeDouble } from "@/tools/testing/routing/stripe-double";
import { sessionOf, startStripeService, statusesOf } from "@/tools/testing/routing/stripe-service";

let service: TestServiceProcess;
let stripe: StripeDouble;
let stop: () => Promise<void>;
beforeAll(async () => {
  ({ service, stripe, stop } = await startStripeService({
    GATEWAY_FIRST_LOOK_MS: "200",
    CHECKOUT_RETURN_WAIT_MS: "2500",
    SWEEP_INTERVAL_MS: "300",
  }));
});
afterAll(() => stop());

const SURL = "https://shop.example/paid";
const FURL = "https://shop.example/failed";

async function open(
  fields: Record<string, unknown> = {},
): Promise<{ payment: CreatedPayment; session: string }> {
  const payment = await service.merchant.payment(fields, null);
  return { payment, session: await sessionOf(service, payment.transaction_id) };
}
const statuses = (payment: CreatedPayment): Promise<string[]> =>
  statusesOf(service, payment.merchant_transaction_id);
const becomes = (payment: CreatedPayment, status: string): Promise<string[]> =>
  eventually(
    () => statuses(payment),
    ([latest]) => latest === status,
  );
const visit = async (
  link: string,
): Promise<{ status: number; location: string | null; refresh: string | null; text: string }> => {
  const response = await fetch(link, { redirect: "manual" });
  const { status, headers } = response;
  return {
    status,
    location: headers.get("location"),
    refresh: headers.get("refresh"),
    text: await response.text(),
  };
};
const reversalsOf = async (payment: CreatedPayment): Promise<{ status: string }[]> =>
  (
    await service.db.query<{ status: string }>(
      `select status from refunds where kind = 'reversal' and payment_id = $1`,
      [payment.transaction_id],
    )
  ).rows;
/** Moves the next poll far away, so that only the test's actions change the payment. */
async function withoutPolling(payment: CreatedPayment): Promise<void> {
  await eventually(
    () =>
      service.db.query(
        "update payment_polls set due_at = now() + interval '1 hour' where payment_id = $1 and taken_by is null",
        [payment.transaction_id],
      ),
    ({ rowCount }) => rowCount === 1,
  );
}

describe("a gateway with a page of its own (decision 0038)", () => {
  test("the payment link leads to it, and viewing it changes nothing", async () => {
    const { payment, session } = await open();
    const seen = await visit(payment.payment_link);
    expect([seen.status, seen.location]).toEqual([303, stripe.sessions.get(session)?.url]);
    expect(await statuses(payment)).toEqual(["INITIATED"]);
  });

  test("a customer who left reads that nothing was charged only once the vendor has reported so", async () => {
    const { payment } = await open();
    const recover = stripe.misbehave("POST", /\/expire$/, { kind: "error", status: 503, body: {} }, 1_000);
    await choose(payment.payment_link, "drop");
    const unclear = (await visit(payment.payment_link)).text;
    expect(unclear).toContain("If you have paid all the same");
    expect(unclear).not.toContain("Nothing was charged");
    recover();
    await eventually(
      async () => (await visit(payment.payment_link)).text,
      (text) => text.includes("Nothing was charged"),
    );
  });

  test("the vendor sends the customer back to the link, who waits there and is then led to surl", async () => {
    const { payment, session } = await open({ surl: SURL, furl: FURL });
    await withoutPolling(payment);
    const back = `${payment.payment_link}?returned=1`;
    expect(stripe.requests.some(({ body }) => new URLSearchParams(body).get("success_url") === back)).toBe(
      true,
    );

    const waiting = await visit(back);
    expect(waiting.status).toBe(200);
    expect(waiting.text).toContain("Confirming your payment");
    expect(waiting.text).toContain(`href="${back}"`);
    expect(await statuses(payment)).toEqual(["INITIATED"]);

    stripe.pay(session);
    const led = await visit(back);
    expect(led.status).toBe(303);
    const url = new URL(led.location ?? "");
    expect(url.origin + url.pathname).toBe(SURL);
    expect(url.searchParams.get("status")).toBe("SUCCESS");
    expect(await statuses(payment)).toEqual(["SUCCESS"]);
  });

  test("a customer whose outcome is not known gets a page that does nothing by itself (decision 0038)", async () => {
    const { payment } = await open();
    const { text, refresh } = await visit(`${payment.payment_link}?returned=1`);
    expect(text).toContain("Check again");
    expect(text).not.toContain("http-equiv");
    expect(refresh).toBeNull();
  });

  test("a storm of reloads causes at most a lookup each second", async () => {
    const { payment, session } = await open();
    await withoutPolling(payment);
    const lookups = () =>
      stripe.requests.filter(({ method, path }) => method === "GET" && path.includes(session)).length;
    const before = lookups();
    const startedAt = performance.now();
    await Promise.all(Array.from({ length: 40 }, () => visit(`${payment.payment_link}?returned=1`)));
    await eventually(
      () => pollOf(service.db, payment.transaction_id),
      (poll) => poll?.isAsked === false,
    );
    expect(lookups() - before).toBeGreaterThan(0);
    expect(lookups() - before).toBeLessThan(2 + (performance.now() - startedAt) / 1_000);
  });

  test("without surl the link itself shows the result", async () => {
    const { payment, session } = await open();
    stripe.pay(session);
    await becomes(payment, "SUCCESS");
    expect(await visit(`${payment.payment_link}?returned=3`)).toMatchObject({
      status: 303,
      location: payment.payment_link,
    });
    expect((await visit(payment.payment_link)).text).toContain("Payment received");
  });

  test("success cannot be posted past the vendor", async () => {
    const { payment } = await open();
    expect((await choose(payment.payment_link, "success")).status).toBe(303);
    expect(await statuses(payment)).toEqual(["INITIATED"]);
  });

  test("after leaving, trying again makes a new record with a checkout of its own behind the same link (decision 0029)", async () => {
    const { payment, session } = await open();
    expect((await choose(payment.payment_link, "drop")).status).toBe(303);
    expect((await choose(payment.payment_link, "retry")).location).toBe(payment.payment_link);
    expect(await statuses(payment)).toEqual(["INITIATED", "DROP"]);
    const again = await visit(payment.payment_link);
    expect(again.location).not.toBe(stripe.sessions.get(session)?.url);
    expect(again.location).toContain(stripe.url);
  });
});

describe("a payment is polled until no money can come for it (decision 0012)", () => {
  test("one that is paid without any notice is found", async () => {
    const { payment, session } = await open();
    stripe.pay(session);
    await becomes(payment, "SUCCESS");
  });

  test("one that is paid an hour later, without any notice, is found", async () => {
    const { payment, session } = await open();
    // The poll is as after an hour: its back-off has reached its maximum.
    await eventually(
      () =>
        service.db.query("update payment_polls set polls = 20 where payment_id = $1 and taken_by is null", [
          payment.transaction_id,
        ]),
      ({ rowCount }) => rowCount === 1,
    );
    await service.db.query(
      "update payments set created_at = created_at - interval '1 hour', expires_at = expires_at - interval '1 hour' where id = $1",
      [payment.transaction_id],
    );
    stripe.pay(session);
    await eventually(
      () => statuses(payment),
      ([latest]) => latest === "SUCCESS",
      60_000,
    );
  }, 90_000);

  test("a gateway that is unavailable, and responds again, is polled until it has reported", async () => {
    const { payment, session } = await open();
    const fetches = /^\/v1\/checkout\/sessions\//;
    for (let times = 0; times < 3; times += 1) stripe.misbehave("GET", fetches, { kind: "cut" });
    stripe.pay(session);
    await becomes(payment, "SUCCESS");
  });

  test("a checkout that expired at the vendor ends its payment as DROP, and its polling", async () => {
    const { payment, session } = await open();
    stripe.expire(session);
    await becomes(payment, "DROP");
    const { rows } = await service.db.query(`select watched_until from payments where id = $1`, [
      payment.transaction_id,
    ]);
    expect(rows).toEqual([{ watched_until: null }]);
  });

  test("cancelling closes the checkout at the vendor", async () => {
    const { payment, session } = await open();
    expect((await service.merchant.cancel(payment.merchant_transaction_id)).status).toBe(200);
    await eventually(
      () => Promise.resolve(stripe.sessions.get(session)?.status),
      (status) => status === "expired",
    );
    expect(await statuses(payment)).toEqual(["CANCELLED"]);
  });

  test("a payment past its lifetime is DROP, and its checkout is closed", async () => {
    const { payment, session } = await open();
    await service.db.query(`update payments set expires_at = now() where id = $1`, [payment.transaction_id]);
    await becomes(payment, "DROP");
    await eventually(
      () => Promise.resolve(stripe.sessions.get(session)?.status),
      (status) => status === "expired",
    );
  });

  test("a customer who was faster than the cancellation gets the money back, once, and that is recorded (decision 0004)", async () => {
    const { payment, session } = await open();
    await withoutPolling(payment);
    const intent = stripe.pay(session);
    expect((await service.merchant.cancel(payment.merchant_transaction_id)).status).toBe(200);
    const rows = await eventually(
      () => reversalsOf(payment),
      ([reversal]) => reversal?.status === "SUCCESS",
    );
    expect(rows).toHaveLength(1);
    const back = [...stripe.refunds.values()].filter((refund) => refund.payment_intent === intent);
    expect(back.map(({ amount }) => amount)).toEqual([50_000]);
    expect(await statuses(payment)).toEqual(["CANCELLED"]);
    expect((await visit(payment.payment_link)).text).toContain("on its way back to you");
  });

  test("a vendor that charged another amount than requested makes no payment successful (decision 0004)", async () => {
    const { payment, session } = await open();
    const held = stripe.sessions.get(session);
    if (held === undefined) throw new Error("the double has no such session");
    held.amount_total = 49_900;
    stripe.pay(session);
    await becomes(payment, "FAILURE");
    await eventually(
      () => reversalsOf(payment),
      ([reversal]) => reversal?.status === "SUCCESS",
    );
    expect([...stripe.refunds.values()].at(-1)?.amount).toBe(49_900);
  });

  test("kill -9 in between: the payment is found to be paid, or closed, all the same", async () => {
    const paid = await open();
    const cancelled = await open();
    stripe.pay(paid.session);
    await service.merchant.cancel(cancelled.payment.merchant_transaction_id);
    await service.killAndRestart();
    await becomes(paid.payment, "SUCCESS");
    await eventually(
      () => Promise.resolve(stripe.sessions.get(cancelled.session)?.status),
      (status) => status === "expired",
    );
  });
});
