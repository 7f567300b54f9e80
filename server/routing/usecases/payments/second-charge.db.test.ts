import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { systemClock } from "@/server/platform/clock";
import { holdRefunds, releaseRefunds } from "@/server/platform/refund-hold";
import { createCashfree } from "../../gateway/cashfree/cashfree";
import { addMerchant } from "../../testing/add-merchant";
import { type CashfreeDouble, startCashfreeDouble, TEST_CASHFREE } from "../../testing/cashfree-double";
import { type LinkEntity, newOrder, type OrderEntity } from "../../testing/cashfree-objects";
import { depsOn } from "../../testing/deps";
import type { MerchantCode } from "../../testing/merchant-code";
import { rule, saveRules } from "../../testing/rules";
import { startTestService, type TestService } from "../../testing/service";
import type { Deps } from "../deps";
import { findStalled, resumeStalled } from "../resume-stalled";
import { findPayment } from "../../store/payments/payments";
import { Comparer } from "../reconcile/compare";
import { examineRecord } from "../reconcile/compare-records";
import type { Examined } from "../reconcile/finding";
import { sendReversal } from "../reversals/send-reversal";
import { endOverduePayments } from "./end-payment";
import { lookUpPayment, pollPayment } from "./poll-payment";
import { DEFAULT_TIME_LIMIT_MS } from "../../gateway/time-limit";

// A customer can open several pages of one Cashfree link and pay on each (decision 0319). There is no worker here: polls and
// sweeps are run by hand.
let double: CashfreeDouble;
let service: TestService;
let merchant: MerchantCode;
let deps: Deps;
let close: () => Promise<void>;
beforeAll(async () => {
  double = await startCashfreeDouble();
  service = await startTestService(
    {
      CASHFREE_CLIENT_ID: TEST_CASHFREE.clientId,
      CASHFREE_CLIENT_SECRET: TEST_CASHFREE.clientSecret,
      CASHFREE_ENVIRONMENT: "sandbox",
      CASHFREE_API_BASE: double.url,
    },
    undefined,
    { role: "service" },
  );
  merchant = await addMerchant(service);
  await saveRules(merchant, [rule("cashfree", { target: { kind: "gateway", gateway: "cashfree" } })]);
  const context = depsOn(service);
  const gateway = createCashfree({
    ...TEST_CASHFREE,
    apiBase: new URL(double.url),
    timeLimitMs: DEFAULT_TIME_LIMIT_MS,
    clock: systemClock,
  });
  deps = { ...context.deps, gateways: new Map([[gateway.name, gateway]]) };
  ({ close } = context);
});
afterEach(() => {
  double.terminationsBecome = "TERMINATED";
});
afterAll(async () => {
  await close();
  await service.stop();
  await double.close();
});

type Paid = { merchantId: number; id: string; first: OrderEntity; second: OrderEntity };
/** A payment whose customer has two pages of its link open, and has paid on the first. */
async function paidOnFirstPage(): Promise<Paid> {
  const { transaction_id: id } = await merchant.payment(
    { customer_details: { customer_phone: "919000090000" } },
    null,
  );
  const link = linkOf(id);
  const pages = ["2026-11-21T09:00:00.000Z", "2026-11-21T09:00:01.000Z"].map((created_at) => ({
    ...newOrder(link),
    created_at,
  }));
  const [first, second] = pages;
  if (first === undefined || second === undefined) throw new Error("no pages");
  for (const order of [first, second]) double.orders.set(order.order_id, order);
  first.order_status = "PAID";
  Object.assign(link, { link_status: "PAID", link_amount_paid: link.link_amount });
  const { rows } = await service.db.query<{ merchant_id: number }>(
    "select merchant_id from payments where id = $1",
    [id],
  );
  return { merchantId: rows[0]?.merchant_id ?? 0, id, first, second };
}
const poll = ({ merchantId, id }: Paid) => pollPayment(deps, { merchantId, paymentId: id, attempt: 0 });
const jobKey = ({ merchantId, id }: Paid): string => `payment:${merchantId}:${id}`;
async function secondsToPoll(paid: Paid): Promise<number> {
  const { rows } = await service.db.query<{ pause: number }>(
    `select extract(epoch from run_at - now())::float8 as pause from graphile_worker._private_jobs where key = $1`,
    [jobKey(paid)],
  );
  return rows[0]?.pause ?? Infinity;
}
/** As the worker does: it takes the job that waits, and polls with what the job says. */
async function pollAsJob(paid: Paid, using: Deps = deps): Promise<void> {
  const { rows } = await service.db.query<{ payload: { attempt: number } }>(
    "delete from graphile_worker._private_jobs where key = $1 returning payload",
    [jobKey(paid)],
  );
  const attempt = rows[0]?.payload.attempt;
  if (attempt === undefined) throw new Error("no poll is scheduled");
  await pollPayment(using, { merchantId: paid.merchantId, paymentId: paid.id, attempt });
}
/** The job is lost: the payment is polled again only if the sweep finds that it needs a poll. */
async function pollIfFoundBySweep(paid: Paid): Promise<void> {
  await service.db.query("delete from graphile_worker._private_jobs where key like 'payment:%'");
  await resumeStalled(deps, await findStalled(deps));
  const { rowCount } = await service.db.query("select from graphile_worker._private_jobs where key = $1", [
    `payment:${paid.merchantId}:${paid.id}`,
  ]);
  if (rowCount === 1) await poll(paid);
}
const cancel = ({ id }: Paid) =>
  service.db.query("update payments set status = 'CANCELLED', completed_at = now() where id = $1", [id]);
const linkOf = (id: string): LinkEntity => {
  const link = [...double.links.values()].find(({ link_notes: of }) => of.payment_id === id);
  if (link === undefined) throw new Error("no link");
  return link;
};
const isPolled = async (paid: Paid): Promise<boolean> =>
  (await findPayment(deps.pool, paid.merchantId, paid.id))?.polledUntil !== null;
const outage = { kind: "error", status: 500, body: {} } as const;
const notEnabled = {
  kind: "error",
  status: 403,
  body: { message: "not enabled", code: "feature_not_enabled", type: "authentication_error" },
} as const;
const reversed = async ({ id }: Paid): Promise<unknown[]> =>
  (
    await service.db.query<{ of: string }>(
      "select gateway_transaction_id as of from reversals where payment_id = $1",
      [id],
    )
  ).rows
    .map(({ of }) => of)
    .toSorted();

test("a second charge is sent back although the database fails between the two", async () => {
  const paid = await paidOnFirstPage();
  paid.second.order_status = "PAID";
  await service.db.query(
    `create function fail() returns trigger language plpgsql as $$ begin raise exception 'fault'; end $$;
     create trigger fault before insert on reversals execute function fail()`,
  );
  try {
    await expect(poll(paid)).rejects.toThrow("fault");
  } finally {
    await service.db.query("drop function fail() cascade");
  }
  expect(await findPayment(deps.pool, paid.merchantId, paid.id)).toMatchObject({
    status: "INITIATED",
    polledUntil: expect.any(Date) as Date,
  });
  await pollIfFoundBySweep(paid);
  expect(await findPayment(deps.pool, paid.merchantId, paid.id)).toMatchObject({
    status: "SUCCESS",
    gatewayTransactionId: paid.first.order_id,
    polledUntil: null,
  });
  expect(await reversed(paid)).toEqual([paid.second.order_id]);
});

describe("a second page of a paid link", () => {
  test("is watched until nobody can pay on it, when Cashfree has only accepted to end it", async () => {
    const paid = await paidOnFirstPage();
    double.terminationsBecome = "TERMINATION_REQUESTED";
    await poll(paid);
    expect(await findPayment(deps.pool, paid.merchantId, paid.id)).toMatchObject({ status: "SUCCESS" });
    expect(paid.second.order_status).toBe("TERMINATION_REQUESTED");
    // The payment that was on its way arrives, and its notification is lost.
    paid.second.order_status = "PAID";
    await pollIfFoundBySweep(paid);
    expect(await reversed(paid)).toEqual([paid.second.order_id]);
    expect(await isPolled(paid)).toBe(false);
  });

  test("that could not be ended in an outage is ended by a later poll", async () => {
    const paid = await paidOnFirstPage();
    double.misbehave("PATCH", /orders/, outage);
    await poll(paid);
    expect(await findPayment(deps.pool, paid.merchantId, paid.id)).toMatchObject({ status: "SUCCESS" });
    expect(paid.second.order_status).toBe("ACTIVE");
    await pollIfFoundBySweep(paid);
    expect(paid.second.order_status).toBe("TERMINATED");
    expect(await isPolled(paid)).toBe(false);
  });

  test("that was ended needs no further poll, although the answer was lost", async () => {
    const paid = await paidOnFirstPage();
    double.misbehave("PATCH", /orders/, { kind: "lose_answer" });
    await poll(paid);
    expect(paid.second.order_status).toBe("TERMINATED");
    expect(await isPolled(paid)).toBe(false);
  });

  test("that a lookup shows only after the polling has ended is polled again, and ended", async () => {
    const paid = await paidOnFirstPage();
    double.orders.delete(paid.second.order_id);
    await poll(paid);
    expect(await isPolled(paid)).toBe(false);
    double.orders.set(paid.second.order_id, paid.second);
    await lookUpPayment(deps, { merchantId: paid.merchantId, paymentId: paid.id });
    expect(await isPolled(paid)).toBe(true);
    await pollIfFoundBySweep(paid);
    expect(paid.second.order_status).toBe("TERMINATED");
    expect(await isPolled(paid)).toBe(false);
  });

  test.each([
    ["a notification's lookup", lookUpPayment],
    ["a poll", pollPayment],
  ] as const)("that could not be ended is tried again within seconds after %s", async (_, look) => {
    const paid = await paidOnFirstPage();
    double.terminationsBecome = "TERMINATION_REQUESTED";
    // The payment has been polled for long: its pauses have grown.
    await service.db.query(
      `update graphile_worker._private_jobs set run_at = now() + interval '5 minutes' where key = $1`,
      [jobKey(paid)],
    );
    await look(deps, { merchantId: paid.merchantId, paymentId: paid.id, attempt: 12 });
    const pauses = [await secondsToPoll(paid)];
    for (let polls = 1; polls < 4; polls += 1) {
      await pollAsJob(paid);
      pauses.push(await secondsToPoll(paid));
    }
    // With a jitter of a tenth.
    expect(pauses.map((pause, turn) => Math.round(pause / 2 ** turn))).toEqual([1, 1, 1, 1]);
  });

  test.each(["paid", "cancelled"])(
    "that cannot be ended is polled less than seventy times in a day (%s)",
    async (end) => {
      const paid = await paidOnFirstPage();
      double.terminationsBecome = "TERMINATION_REQUESTED";
      if (end === "cancelled") {
        paid.first.order_status = "ACTIVE";
        linkOf(paid.id).link_status = "CANCELLED";
        await cancel(paid);
      }
      await poll(paid);
      let polls = 0;
      let ahead = 0;
      const scaled = { ...deps, firstPollMs: 5_000, clock: { now: () => new Date(Date.now() + ahead) } };
      for (ahead = 5_000; ahead < 86_400_000; ahead += 1_000 * (await secondsToPoll(paid))) {
        polls += 1;
        await pollAsJob(paid, scaled);
      }
      expect(polls).toBeGreaterThan(40);
      expect(polls).toBeLessThan(70);
      expect(await isPolled(paid)).toBe(true);
    },
  );

  test("that is never ended is polled for a day after the payment's expiry, and no longer", async () => {
    const paid = await paidOnFirstPage();
    double.terminationsBecome = "TERMINATION_REQUESTED";
    await poll(paid);
    const over = { ...deps, clock: { now: () => new Date(Date.now() + 30 * 86_400_000) } };
    await pollPayment(over, { merchantId: paid.merchantId, paymentId: paid.id, attempt: 0 });
    expect(await isPolled(paid)).toBe(false);
    await lookUpPayment(over, { merchantId: paid.merchantId, paymentId: paid.id });
    expect(await isPolled(paid)).toBe(false);
  });

  test("does not stay open because another one cannot be ended", async () => {
    const paid = await paidOnFirstPage();
    const third = { ...paid.second, order_id: `${paid.second.order_id}x` };
    double.orders.set(third.order_id, third);
    double.misbehave("PATCH", new RegExp(`orders/${paid.second.order_id}$`), outage);
    await poll(paid);
    expect([paid.second.order_status, third.order_status]).toEqual(["ACTIVE", "TERMINATED"]);
  });

  test("is sent back once, whatever several processes have read of it before and after", async () => {
    const paid = await paidOnFirstPage();
    double.terminationsBecome = "TERMINATION_REQUESTED";
    const polls = [poll(paid), poll(paid), poll(paid)];
    paid.second.order_status = "PAID";
    await Promise.all([...polls, poll(paid), poll(paid)]);
    await pollIfFoundBySweep(paid);
    expect(await reversed(paid)).toEqual([paid.second.order_id]);
    expect(await isPolled(paid)).toBe(false);
  });
});

test("after a restore the charge that was kept is kept, although the one that was sent back has the older page", async () => {
  const paid = await paidOnFirstPage();
  // The customer pays on the newer page first.
  Object.assign(paid.first, { order_status: "ACTIVE" });
  Object.assign(paid.second, { order_status: "PAID" });
  double.terminationsBecome = "TERMINATION_REQUESTED";
  await poll(paid);
  paid.first.order_status = "PAID";
  await pollIfFoundBySweep(paid);
  expect(await reversed(paid)).toEqual([paid.first.order_id]);
  await sendReversal(deps, {
    merchantId: paid.merchantId,
    paymentId: paid.id,
    gatewayTransactionId: paid.first.order_id,
  });
  // The backup is from before the first payment.
  await service.db.query("delete from reversals where payment_id = $1", [paid.id]);
  await service.db.query(
    `update payments set status = 'INITIATED', completed_at = null, gateway_transaction_id = null,
       watched_until = now() + interval '1 day' where id = $1`,
    [paid.id],
  );
  await poll(paid);
  expect(await findPayment(deps.pool, paid.merchantId, paid.id)).toMatchObject({
    status: "SUCCESS",
    gatewayTransactionId: paid.second.order_id,
  });
  expect(await reversed(paid)).toEqual([paid.first.order_id]);
});

describe("after a restore of a backup from before a payment was cancelled and its late charge sent back", () => {
  const examined = async (paid: Paid): Promise<Examined | null> => {
    const { merchantId, id } = paid;
    return examineRecord(new Comparer(deps), { merchantId, record: "payment", paymentId: id, recordId: id });
  };
  /** Also of a payment whose charge was never sent back, or whose customer has paid on a second page as well. */
  async function restored(charged: "sent back" | "kept" | "sent back, and another kept"): Promise<Paid> {
    const paid = await paidOnFirstPage();
    if (charged !== "sent back, and another kept") double.orders.delete(paid.second.order_id);
    if (charged !== "kept") {
      await cancel(paid);
      await poll(paid);
      const gatewayTransactionId = paid.first.order_id;
      await sendReversal(deps, { merchantId: paid.merchantId, paymentId: paid.id, gatewayTransactionId });
    }
    if (charged === "sent back, and another kept") paid.second.order_status = "PAID";
    await service.db.query("delete from reversals where payment_id = $1", [paid.id]);
    await service.db.query("delete from payment_events where payment_id = $1 and kind <> 'created'", [
      paid.id,
    ]);
    await service.db.query(
      `update payments set status = 'INITIATED', completed_at = null, gateway_transaction_id = null,
         watched_until = now() + interval '1 day' where id = $1`,
      [paid.id],
    );
    const now = new Date();
    await holdRefunds(deps.pool, { backupMadeAt: now, restoredAt: now });
    await releaseRefunds(deps.pool, now);
    return paid;
  }
  /** A logger, and what it was given to log as errors. */
  function recorded(): { logger: Deps["logger"]; errors: unknown[][] } {
    const errors: unknown[][] = [];
    const logger = Object.create(deps.logger, {
      error: { value: (...args: unknown[]) => errors.push(args) },
    }) as Deps["logger"];
    return { logger, errors };
  }
  const endOf = ({ merchantId, id }: Paid) => findPayment(deps.pool, merchantId, id);
  const refundsOf = ({ first }: Paid) =>
    [...double.refunds.values()].filter(({ order_id: of }) => of === first.order_id);
  afterEach(() => service.db.query("delete from refund_hold"));

  test.each([
    ["a poll", poll],
    [
      "a reconciliation",
      async (paid: Paid) => {
        const found = await examined(paid);
        if (found?.kind === "disagrees") await found.repair?.();
      },
    ],
  ])("%s does not take it for paid, and returns nothing again", async (_, look) => {
    const paid = await restored("sent back");
    await look(paid);
    expect(await endOf(paid)).toMatchObject({ status: "DROP", gatewayTransactionId: null });
    expect(await reversed(paid)).toEqual([paid.first.order_id]);
    await sendReversal(deps, {
      merchantId: paid.merchantId,
      paymentId: paid.id,
      gatewayTransactionId: paid.first.order_id,
    });
    expect(refundsOf(paid)).toHaveLength(1);
    expect(await examined(paid)).toMatchObject({ kind: "agrees" });
  });

  test("a charge that was kept is the payment's", async () => {
    const paid = await restored("kept");
    await poll(paid);
    expect(await endOf(paid)).toMatchObject({
      status: "SUCCESS",
      gatewayTransactionId: paid.first.order_id,
    });
    expect(await reversed(paid)).toEqual([]);
  });

  test("nothing is decided while the gateway does not say whether it was sent back", async () => {
    const paid = await restored("sent back");
    const answerAgain = double.misbehave("GET", /refunds/, outage, 9);
    await poll(paid);
    expect([(await endOf(paid))?.status, await isPolled(paid)]).toEqual(["INITIATED", true]);
    answerAgain();
    await poll(paid);
    expect((await endOf(paid))?.status).toBe("DROP");
  });

  test.each([500, 404])(
    "it is neither dropped nor forgotten although its refunds cannot be looked up long after the release (%d)",
    async (status) => {
      const paid = await restored("kept");
      const hoursAgo = (hours: number): Date => new Date(Date.now() - hours * 3_600_000);
      await holdRefunds(deps.pool, { backupMadeAt: hoursAgo(26), restoredAt: new Date() });
      await releaseRefunds(deps.pool, hoursAgo(25));
      await service.db.query(
        "update payments set watched_until = now() - interval '1 hour', expires_at = now() - interval '25 hours' where id = $1",
        [paid.id],
      );
      const body = { message: "", code: "order_get_not_found", type: "invalid_request_error" };
      const answerAgain = double.misbehave("GET", /refunds/, { kind: "error", status, body }, 99);
      onTestFinished(answerAgain);
      const { logger, errors } = recorded();
      await pollPayment({ ...deps, logger }, { merchantId: paid.merchantId, paymentId: paid.id, attempt: 0 });
      await endOverduePayments(deps);
      expect([(await endOf(paid))?.status, await isPolled(paid)]).toEqual(["INITIATED", true]);
      expect(errors).toMatchObject([
        [{ payment: paid.id }, expect.stringContaining("may read refunds") as string],
      ]);
      await pollAsJob(paid);
      await endOverduePayments(deps);
      expect([(await endOf(paid))?.status, await isPolled(paid)]).toEqual(["INITIATED", true]);
      answerAgain();
      await pollAsJob(paid);
      expect((await endOf(paid))?.status).toBe("SUCCESS");
    },
  );

  test("a charge that was kept beside one that was sent back is the payment's, and a person is told of both", async () => {
    const paid = await restored("sent back, and another kept");
    const { logger, errors } = recorded();
    await pollPayment({ ...deps, logger }, { merchantId: paid.merchantId, paymentId: paid.id, attempt: 0 });
    expect(await endOf(paid)).toMatchObject({
      status: "SUCCESS",
      gatewayTransactionId: paid.second.order_id,
    });
    expect(await reversed(paid)).toEqual([paid.first.order_id]);
    expect(errors).toMatchObject([
      [
        { payment: paid.id, kept: [paid.second.order_id], sentBack: [paid.first.order_id] },
        expect.any(String),
      ],
    ]);
  });

  test("a reversal that failed at the gateway is one all the same, and fails here again", async () => {
    const paid = await restored("sent back");
    for (const refund of refundsOf(paid)) refund.refund_status = "FAILED";
    await poll(paid);
    expect((await endOf(paid))?.status).toBe("DROP");
    await sendReversal(deps, {
      merchantId: paid.merchantId,
      paymentId: paid.id,
      gatewayTransactionId: paid.first.order_id,
    });
    const { rows } = await service.db.query("select status from reversals where payment_id = $1", [paid.id]);
    expect(rows).toEqual([{ status: "FAILURE" }]);
    expect(refundsOf(paid)).toHaveLength(1);
  });

  test("a charge of another amount that was sent back makes the payment fail, and nothing is returned again", async () => {
    const paid = await restored("sent back");
    await service.db.query("update payments set amount_paise = amount_paise + 100 where id = $1", [paid.id]);
    await poll(paid);
    expect((await endOf(paid))?.status).toBe("FAILURE");
    await sendReversal(deps, {
      merchantId: paid.merchantId,
      paymentId: paid.id,
      gatewayTransactionId: paid.first.order_id,
    });
    expect(await reversed(paid)).toEqual([paid.first.order_id]);
    expect(refundsOf(paid)).toHaveLength(1);
  });
});

describe("a reconciliation", () => {
  const examine = ({ merchantId, id }: Paid): Promise<Examined | null> =>
    examineRecord(new Comparer(deps), { merchantId, record: "payment", paymentId: id, recordId: id });

  test("sends back a second charge that no notification has told of", async () => {
    const paid = await paidOnFirstPage();
    await poll(paid);
    paid.second.order_status = "PAID";
    const examined = await examine(paid);
    expect(examined).toMatchObject({ kind: "disagrees", finding: { problem: "late_money" } });
    if (examined?.kind === "disagrees") expect(await examined.repair?.()).toBe(true);
    expect(await reversed(paid)).toEqual([paid.second.order_id]);
    expect(await examine(paid)).toMatchObject({ kind: "agrees" });
  });

  test("sends a second charge back before it leaves a difference of the first one to a person", async () => {
    const paid = await paidOnFirstPage();
    await poll(paid);
    paid.second.order_status = "PAID";
    paid.first.order_amount += 1;
    const examined = await examine(paid);
    if (examined?.kind === "disagrees") await examined.repair?.();
    expect(await reversed(paid)).toEqual([paid.second.order_id]);
    expect(await examine(paid)).toMatchObject({ finding: { problem: "amounts_differ" }, repair: null });
  });

  test("that sees an open page of a paid link has the payment polled again, which ends the page", async () => {
    const paid = await paidOnFirstPage();
    double.orders.delete(paid.second.order_id);
    await poll(paid);
    expect(await isPolled(paid)).toBe(false);
    double.orders.set(paid.second.order_id, paid.second);
    expect(await examine(paid)).toMatchObject({ kind: "agrees" });
    expect(paid.second.order_status).toBe("ACTIVE");
    await pollIfFoundBySweep(paid);
    expect(paid.second.order_status).toBe("TERMINATED");
    expect(await isPolled(paid)).toBe(false);
  });

  test("polls no payment again that expired more than a day ago", async () => {
    const paid = await paidOnFirstPage();
    double.orders.delete(paid.second.order_id);
    await poll(paid);
    double.orders.set(paid.second.order_id, paid.second);
    await service.db.query("update payments set expires_at = now() - interval '25 hours' where id = $1", [
      paid.id,
    ]);
    await examine(paid);
    expect(await isPolled(paid)).toBe(false);
  });

  test("leaves to a person that only a charge which was sent back is there, and the payment's own is not", async () => {
    const paid = await paidOnFirstPage();
    paid.second.order_status = "PAID";
    await poll(paid);
    expect(await examine(paid)).toMatchObject({ kind: "agrees" });
    double.orders.delete(paid.first.order_id);
    expect(await examine(paid)).toMatchObject({ finding: { problem: "unpaid_there" }, repair: null });
  });
});

describe("what was paid for a cancelled payment", () => {
  test("is sent back page by page, until the last one has ended", async () => {
    const paid = await paidOnFirstPage();
    double.terminationsBecome = "TERMINATION_REQUESTED";
    await cancel(paid);
    await poll(paid);
    expect(await reversed(paid)).toEqual([paid.first.order_id]);
    paid.second.order_status = "PAID";
    await pollIfFoundBySweep(paid);
    expect(await reversed(paid)).toEqual([paid.first.order_id, paid.second.order_id].toSorted());
    expect(await isPolled(paid)).toBe(false);
  });

  test.each([
    ["another page cannot be ended", "CANCELLED", "PATCH", /orders/],
    ["its link cannot be cancelled", "PAID", "POST", /cancel$/],
  ] as const)("is sent back although %s", async (_, status, method, path) => {
    const paid = await paidOnFirstPage();
    linkOf(paid.id).link_status = status;
    await cancel(paid);
    double.misbehave(method, path, notEnabled);
    await poll(paid);
    expect(await reversed(paid)).toEqual([paid.first.order_id]);
    await pollIfFoundBySweep(paid);
    expect(paid.second.order_status).toBe("TERMINATED");
    expect(await isPolled(paid)).toBe(false);
  });
});
