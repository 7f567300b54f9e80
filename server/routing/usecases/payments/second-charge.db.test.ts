import { describe, expect, test } from "vitest";
import { outage, type PaidLink, useCashfreeLinks } from "@/tools/testing/routing/cashfree-links";
import { findPayment } from "../../store/payments/payments";
import { Comparer } from "../reconcile/compare";
import { examineRecord } from "../reconcile/compare-records";
import type { Examined } from "../reconcile/finding";
import { lookUpPayment, pollPayment } from "./poll-payment";

const links = useCashfreeLinks();
const { paidOnFirstPage, poll, secondsToPoll, cancel, linkOf, isPolled, reversed } = links;
const notEnabled = {
  kind: "error",
  status: 403,
  body: { message: "not enabled", code: "feature_not_enabled", type: "authentication_error" },
} as const;

test("a second charge is sent back although the database fails between the two", async () => {
  const paid = await paidOnFirstPage();
  paid.second.order_status = "PAID";
  await links.service.db.query(
    `create function fail() returns trigger language plpgsql as $$ begin raise exception 'fault'; end $$;
     create trigger fault before insert on refunds execute function fail()`,
  );
  try {
    await expect(poll(paid)).rejects.toThrow("fault");
  } finally {
    await links.service.db.query("drop function fail() cascade");
  }
  expect(await findPayment(links.deps.pool, paid.merchantId, paid.id)).toMatchObject({
    status: "INITIATED",
    polledUntil: expect.any(Date) as Date,
  });
  // The claim of the step that failed ends.
  await links.service.db.query("update payment_polls set taken_until = now() where payment_id = $1", [
    paid.id,
  ]);
  await poll(paid);
  expect(await findPayment(links.deps.pool, paid.merchantId, paid.id)).toMatchObject({
    status: "SUCCESS",
    gatewayTransactionId: paid.first.order_id,
    polledUntil: null,
  });
  expect(await reversed(paid)).toEqual([paid.second.order_id]);
});

describe("a second page of a paid link", () => {
  test("is watched until nobody can pay on it, when Cashfree has only accepted to end it", async () => {
    const paid = await paidOnFirstPage();
    links.double.terminationsBecome = "TERMINATION_REQUESTED";
    await poll(paid);
    expect(await findPayment(links.deps.pool, paid.merchantId, paid.id)).toMatchObject({ status: "SUCCESS" });
    expect(paid.second.order_status).toBe("TERMINATION_REQUESTED");
    // The payment that was on its way arrives, and its notification is lost.
    paid.second.order_status = "PAID";
    await poll(paid);
    expect(await reversed(paid)).toEqual([paid.second.order_id]);
    expect(await isPolled(paid)).toBe(false);
  });

  test("that could not be ended in an outage is ended by a later poll", async () => {
    const paid = await paidOnFirstPage();
    links.double.misbehave("PATCH", /orders/, outage);
    await poll(paid);
    expect(await findPayment(links.deps.pool, paid.merchantId, paid.id)).toMatchObject({ status: "SUCCESS" });
    expect(paid.second.order_status).toBe("ACTIVE");
    await poll(paid);
    expect(paid.second.order_status).toBe("TERMINATED");
    expect(await isPolled(paid)).toBe(false);
  });

  test("that was ended needs no further poll, although the answer was lost", async () => {
    const paid = await paidOnFirstPage();
    links.double.misbehave("PATCH", /orders/, { kind: "lose_response" });
    await poll(paid);
    expect(paid.second.order_status).toBe("TERMINATED");
    expect(await isPolled(paid)).toBe(false);
  });

  test("that a lookup shows only after the polling has ended is polled again, and ended", async () => {
    const paid = await paidOnFirstPage();
    links.double.orders.delete(paid.second.order_id);
    await poll(paid);
    expect(await isPolled(paid)).toBe(false);
    links.double.orders.set(paid.second.order_id, paid.second);
    await lookUpPayment(links.deps, { merchantId: paid.merchantId, paymentId: paid.id });
    expect(await isPolled(paid)).toBe(true);
    await poll(paid);
    expect(paid.second.order_status).toBe("TERMINATED");
    expect(await isPolled(paid)).toBe(false);
  });

  test.each([
    ["a notification's lookup", lookUpPayment],
    ["a poll", pollPayment],
  ] as const)("that could not be ended is tried again within seconds after %s", async (_, look) => {
    const paid = await paidOnFirstPage();
    links.double.terminationsBecome = "TERMINATION_REQUESTED";
    // The payment has been polled for long: its pauses have grown.
    await links.service.db.query(
      "update payment_polls set polls = 12, due_at = now() + interval '5 minutes' where payment_id = $1",
      [paid.id],
    );
    await look(links.deps, { merchantId: paid.merchantId, paymentId: paid.id });
    const pauses = [await secondsToPoll(paid)];
    for (let polls = 1; polls < 4; polls += 1) {
      await poll(paid);
      pauses.push(await secondsToPoll(paid));
    }
    // The pauses have a jitter of a tenth.
    expect(pauses.map((pause, turn) => Math.round(pause / 2 ** turn))).toEqual([1, 1, 1, 1]);
  });

  test.each(["paid", "cancelled"])(
    "that cannot be ended is polled less than seventy times in a day (%s)",
    async (end) => {
      const paid = await paidOnFirstPage();
      links.double.terminationsBecome = "TERMINATION_REQUESTED";
      if (end === "cancelled") {
        paid.first.order_status = "ACTIVE";
        linkOf(paid.id).link_status = "CANCELLED";
        await cancel(paid);
      }
      await poll(paid);
      let polls = 0;
      let ahead = 0;
      const scaled = {
        ...links.deps,
        firstPollMs: 5_000,
        clock: { now: () => new Date(Date.now() + ahead) },
      };
      for (ahead = 5_000; ahead < 86_400_000; ahead += 1_000 * (await secondsToPoll(paid))) {
        polls += 1;
        await poll(paid, scaled);
      }
      expect(polls).toBeGreaterThan(40);
      expect(polls).toBeLessThan(70);
      expect(await isPolled(paid)).toBe(true);
    },
  );

  test("that is never ended is polled for a day after the payment's expiry, and no longer", async () => {
    const paid = await paidOnFirstPage();
    links.double.terminationsBecome = "TERMINATION_REQUESTED";
    await poll(paid);
    const over = { ...links.deps, clock: { now: () => new Date(Date.now() + 30 * 86_400_000) } };
    await pollPayment(over, { merchantId: paid.merchantId, paymentId: paid.id });
    expect(await isPolled(paid)).toBe(false);
    await lookUpPayment(over, { merchantId: paid.merchantId, paymentId: paid.id });
    expect(await isPolled(paid)).toBe(false);
  });

  test("does not stay open because another one cannot be ended", async () => {
    const paid = await paidOnFirstPage();
    const third = { ...paid.second, order_id: `${paid.second.order_id}x` };
    links.double.orders.set(third.order_id, third);
    links.double.misbehave("PATCH", new RegExp(`orders/${paid.second.order_id}$`), outage);
    await poll(paid);
    expect([paid.second.order_status, third.order_status]).toEqual(["ACTIVE", "TERMINATED"]);
  });

  test("is sent back once, whatever several processes have read of it before and after", async () => {
    const paid = await paidOnFirstPage();
    links.double.terminationsBecome = "TERMINATION_REQUESTED";
    const look = () => lookUpPayment(links.deps, { merchantId: paid.merchantId, paymentId: paid.id });
    const polls = [poll(paid), look(), look()];
    paid.second.order_status = "PAID";
    await Promise.all([...polls, poll(paid), look()]);
    await poll(paid);
    expect(await reversed(paid)).toEqual([paid.second.order_id]);
    expect(await isPolled(paid)).toBe(false);
  });
});

describe("a reconciliation", () => {
  const examine = ({ merchantId, id }: PaidLink): Promise<Examined | null> =>
    examineRecord(new Comparer(links.deps), { merchantId, record: "payment", paymentId: id, recordId: id });

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
    links.double.orders.delete(paid.second.order_id);
    await poll(paid);
    expect(await isPolled(paid)).toBe(false);
    links.double.orders.set(paid.second.order_id, paid.second);
    expect(await examine(paid)).toMatchObject({ kind: "agrees" });
    expect(paid.second.order_status).toBe("ACTIVE");
    await poll(paid);
    expect(paid.second.order_status).toBe("TERMINATED");
    expect(await isPolled(paid)).toBe(false);
  });

  test("polls no payment again that expired more than a day ago", async () => {
    const paid = await paidOnFirstPage();
    links.double.orders.delete(paid.second.order_id);
    await poll(paid);
    links.double.orders.set(paid.second.order_id, paid.second);
    await links.service.db.query(
      "update payments set expires_at = now() - interval '25 hours' where id = $1",
      [paid.id],
    );
    await examine(paid);
    expect(await isPolled(paid)).toBe(false);
  });

  test("leaves to a person that only a charge which was sent back is there, and the payment's own is not", async () => {
    const paid = await paidOnFirstPage();
    paid.second.order_status = "PAID";
    await poll(paid);
    expect(await examine(paid)).toMatchObject({ kind: "agrees" });
    links.double.orders.delete(paid.first.order_id);
    expect(await examine(paid)).toMatchObject({ finding: { problem: "unpaid_there" }, repair: null });
  });
});

describe("what was paid for a cancelled payment", () => {
  test("is sent back page by page, until the last one has ended", async () => {
    const paid = await paidOnFirstPage();
    links.double.terminationsBecome = "TERMINATION_REQUESTED";
    await cancel(paid);
    await poll(paid);
    expect(await reversed(paid)).toEqual([paid.first.order_id]);
    paid.second.order_status = "PAID";
    await poll(paid);
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
    links.double.misbehave(method, path, notEnabled);
    await poll(paid);
    expect(await reversed(paid)).toEqual([paid.first.order_id]);
    await poll(paid);
    expect(paid.second.order_status).toBe("TERMINATED");
    expect(await isPolled(paid)).toBe(false);
  });
});
