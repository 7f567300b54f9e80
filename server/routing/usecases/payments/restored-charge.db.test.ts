import { afterEach, describe, expect, onTestFinished, test } from "vitest";
import { holdRefunds, releaseRefunds } from "@/server/platform/refund-hold";
import { outage, type PaidLink, useCashfreeLinks } from "@/tools/testing/routing/cashfree-links";
import { findPayment } from "../../store/payments/payments";
import type { Deps } from "../deps";
import { Comparer } from "../reconcile/compare";
import { examineRecord } from "../reconcile/compare-records";
import type { Examined } from "../reconcile/finding";
import { reversalId } from "../../domain/refunds/refund";
import { advanceRefund } from "../refunds/advance-refund";
import { endOverduePayments } from "./end-payment";
import { pollUntil } from "@/tools/testing/routing/polled";
import { pollPayment } from "./poll-payment";

const links = useCashfreeLinks();
const { paidOnFirstPage, poll, cancel, isPolled, reversed } = links;
const sendFirstBack = ({ merchantId, id, first }: PaidLink): Promise<void> =>
  advanceRefund(links.deps, { merchantId, refundId: reversalId(id, first.order_id) });

test("after a restore the charge that was kept is kept, although the one that was sent back has the older page", async () => {
  const paid = await paidOnFirstPage();
  // The customer pays on the newer page first.
  Object.assign(paid.first, { order_status: "ACTIVE" });
  Object.assign(paid.second, { order_status: "PAID" });
  links.double.terminationsBecome = "TERMINATION_REQUESTED";
  await poll(paid);
  paid.first.order_status = "PAID";
  await poll(paid);
  expect(await reversed(paid)).toEqual([paid.first.order_id]);
  await sendFirstBack(paid);
  // The backup is from before the first payment.
  await links.service.db.query("delete from refunds where kind = 'reversal' and payment_id = $1", [paid.id]);
  await links.service.db.query(
    `update payments set status = 'INITIATED', completed_at = null, gateway_transaction_id = null where id = $1`,
    [paid.id],
  );
  await pollUntil(links.service.db, paid.id, 86_400_000);
  await poll(paid);
  expect(await findPayment(links.deps.pool, paid.merchantId, paid.id)).toMatchObject({
    status: "SUCCESS",
    gatewayTransactionId: paid.second.order_id,
  });
  expect(await reversed(paid)).toEqual([paid.first.order_id]);
});

describe("after a restore of a backup from before a payment was cancelled and its late charge sent back", () => {
  const examined = async (paid: PaidLink): Promise<Examined | null> => {
    const { merchantId, id } = paid;
    return examineRecord(new Comparer(links.deps), {
      merchantId,
      record: "payment",
      paymentId: id,
      recordId: id,
    });
  };
  /**
   * `kept`: the charge was never sent back. `sent back, and another kept`: the customer has paid on a second page as
   * well.
   */
  async function restored(charged: "sent back" | "kept" | "sent back, and another kept"): Promise<PaidLink> {
    const paid = await paidOnFirstPage();
    if (charged !== "sent back, and another kept") links.double.orders.delete(paid.second.order_id);
    if (charged !== "kept") {
      await cancel(paid);
      await poll(paid);
      await sendFirstBack(paid);
    }
    if (charged === "sent back, and another kept") paid.second.order_status = "PAID";
    await links.service.db.query("delete from refunds where kind = 'reversal' and payment_id = $1", [
      paid.id,
    ]);
    await links.service.db.query("delete from payment_events where payment_id = $1 and kind <> 'created'", [
      paid.id,
    ]);
    await links.service.db.query(
      `update payments set status = 'INITIATED', completed_at = null, gateway_transaction_id = null where id = $1`,
      [paid.id],
    );
    await pollUntil(links.service.db, paid.id, 86_400_000);
    const now = new Date();
    await holdRefunds(links.deps.pool, { backupMadeAt: now, restoredAt: now });
    await releaseRefunds(links.deps.pool, now);
    return paid;
  }
  /** A logger, and what it was given to log as errors. */
  function recorded(): { logger: Deps["logger"]; errors: unknown[][] } {
    const errors: unknown[][] = [];
    const logger = Object.create(links.deps.logger, {
      error: { value: (...args: unknown[]) => errors.push(args) },
    }) as Deps["logger"];
    return { logger, errors };
  }
  const endOf = ({ merchantId, id }: PaidLink) => findPayment(links.deps.pool, merchantId, id);
  const refundsOf = ({ first }: PaidLink) =>
    [...links.double.refunds.values()].filter(({ order_id: of }) => of === first.order_id);
  afterEach(() => links.service.db.query("delete from refund_hold"));

  test.each([
    ["a poll", poll],
    [
      "a reconciliation",
      async (paid: PaidLink) => {
        const found = await examined(paid);
        if (found?.kind === "disagrees") await found.repair?.();
      },
    ],
  ])("%s does not make it SUCCESS, and returns nothing again", async (_, look) => {
    const paid = await restored("sent back");
    await look(paid);
    expect(await endOf(paid)).toMatchObject({ status: "DROP", gatewayTransactionId: null });
    expect(await reversed(paid)).toEqual([paid.first.order_id]);
    await sendFirstBack(paid);
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
    const respondAgain = links.double.misbehave("GET", /refunds/, outage, 9);
    await poll(paid);
    expect([(await endOf(paid))?.status, await isPolled(paid)]).toEqual(["INITIATED", true]);
    respondAgain();
    await poll(paid);
    expect((await endOf(paid))?.status).toBe("DROP");
  });

  test.each([500, 404])(
    "it is neither dropped nor forgotten although its refunds cannot be looked up long after the release (%d)",
    async (status) => {
      const paid = await restored("kept");
      const hoursAgo = (hours: number): Date => new Date(Date.now() - hours * 3_600_000);
      await holdRefunds(links.deps.pool, { backupMadeAt: hoursAgo(26), restoredAt: new Date() });
      await releaseRefunds(links.deps.pool, hoursAgo(25));
      await links.service.db.query(
        "update payments set watched_until = now() - interval '1 hour', expires_at = now() - interval '25 hours' where id = $1",
        [paid.id],
      );
      const body = { message: "", code: "order_get_not_found", type: "invalid_request_error" };
      const respondAgain = links.double.misbehave("GET", /refunds/, { kind: "error", status, body }, 99);
      onTestFinished(respondAgain);
      const { logger, errors } = recorded();
      await pollPayment({ ...links.deps, logger }, { merchantId: paid.merchantId, paymentId: paid.id });
      await endOverduePayments(links.deps);
      expect([(await endOf(paid))?.status, await isPolled(paid)]).toEqual(["INITIATED", true]);
      expect(errors).toMatchObject([
        [{ payment: paid.id }, expect.stringContaining("may read refunds") as string],
      ]);
      await poll(paid);
      await endOverduePayments(links.deps);
      expect([(await endOf(paid))?.status, await isPolled(paid)]).toEqual(["INITIATED", true]);
      respondAgain();
      await poll(paid);
      expect((await endOf(paid))?.status).toBe("SUCCESS");
    },
  );

  test("a charge that was kept beside one that was sent back is the payment's, and both are logged for a person", async () => {
    const paid = await restored("sent back, and another kept");
    const { logger, errors } = recorded();
    await pollPayment({ ...links.deps, logger }, { merchantId: paid.merchantId, paymentId: paid.id });
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
    await sendFirstBack(paid);
    const { rows } = await links.service.db.query(
      "select status from refunds where kind = 'reversal' and payment_id = $1",
      [paid.id],
    );
    expect(rows).toEqual([{ status: "FAILURE" }]);
    expect(refundsOf(paid)).toHaveLength(1);
  });

  test("a charge of another amount that was sent back makes the payment fail, and nothing is returned again", async () => {
    const paid = await restored("sent back");
    await links.service.db.query("update payments set amount_paise = amount_paise + 100 where id = $1", [
      paid.id,
    ]);
    await poll(paid);
    expect((await endOf(paid))?.status).toBe("FAILURE");
    await sendFirstBack(paid);
    expect(await reversed(paid)).toEqual([paid.first.order_id]);
    expect(refundsOf(paid)).toHaveLength(1);
  });
});
