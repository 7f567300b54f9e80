import { describe, expect, test } from "vitest";
import { withRequestId } from "@/server/platform/request-context";
import { inTransaction } from "@/server/platform/transaction";
import { lockPayment } from "../../store/payments/payments";
import { choose } from "@/tools/testing/routing/merchant-code";
import { pollOf, pollUntil } from "@/tools/testing/routing/polled";
import { useServiceWithoutWorker } from "@/tools/testing/routing/service-without-worker";
import { ops } from "@/tools/testing/routing/webhook-ops";
import { submitCheckout } from "../checkout/submit-checkout";
import { parseCheckoutKey } from "../checkout/view-checkout";
import type { Deps } from "../deps";
import { cancelPayment } from "./cancel-payment";
import { endOverduePayments } from "./end-payment";

const SANDBOX = 1;
const byHand = useServiceWithoutWorker();

type Created = { reference: string; id: string };
/** INITIATED payments; each waits for its customer. */
async function created(count: number): Promise<Created[]> {
  const payments = await Promise.all(
    Array.from({ length: count }, () => byHand.service.merchant.payment({}, null)),
  );
  return payments.map((payment) => ({
    reference: payment.merchant_transaction_id,
    id: payment.transaction_id,
  }));
}
const cancel = (reference: string) => cancelPayment(byHand.deps, SANDBOX, reference);
async function rowsOf(statement: string, values: unknown[]): Promise<unknown[]> {
  const { rows } = await byHand.deps.pool.query<Record<string, unknown>>(statement, values);
  return rows;
}

describe("cancels at the same moment", () => {
  test("each is decided for itself, once, with its event and its webhook", async () => {
    await ops(byHand.service.merchant, "webhooks.create", {
      url: "https://shop.example/hook",
      events: ["payment.cancelled"],
    });
    const payments = await created(12);
    const paid = payments.slice(0, 2).map(({ id }) => id);
    await byHand.deps.pool.query(
      `update payments set status = 'SUCCESS', completed_at = now(), gateway_transaction_id = id where id = any($1)`,
      [paid],
    );
    const outcomes = await Promise.all([...payments.map(({ reference }) => reference), "ABSENT"].map(cancel));
    const cancelled = payments.slice(2);
    expect(outcomes.slice(0, 2)).toEqual([
      { ok: false, error: { kind: "already_processed", status: "SUCCESS" } },
      { ok: false, error: { kind: "already_processed", status: "SUCCESS" } },
    ]);
    expect(outcomes[12]).toEqual({ ok: false, error: { kind: "not_found" } });
    expect(outcomes.slice(2, 12)).toMatchObject(
      cancelled.map(({ id }) => ({ ok: true, value: { id, status: "CANCELLED" } })),
    );
    const ids = cancelled.map(({ id }) => id).sort();
    const of = (rows: unknown[]): string[] => rows.map((row) => (row as { id: string }).id);
    expect(
      of(
        await rowsOf(`select id from payments where status = 'CANCELLED' and id = any($1) order by id`, [
          ids,
        ]),
      ),
    ).toEqual(ids);
    for (const table of ["payment_events where kind = 'cancelled'", "webhook_deliveries where true"]) {
      const written = await rowsOf(
        `select payment_id as id from ${table} and payment_id = any($1) order by payment_id`,
        [payments.map(({ id }) => id)],
      );
      expect(of(written)).toEqual(ids);
    }
  });

  test("of several of one reference one cancels, and the others are informed", async () => {
    const [payment, other] = await created(2);
    const references = [payment, payment, payment, other].map((each) => each?.reference ?? "");
    const outcomes = await Promise.all(references.map(cancel));
    const refused = { ok: false, error: { kind: "already_processed", status: "CANCELLED" } };
    expect(outcomes.slice(0, 3).filter(({ ok }) => ok)).toHaveLength(1);
    expect(outcomes.slice(0, 3).filter(({ ok }) => !ok)).toEqual([refused, refused]);
    expect(outcomes[3]).toMatchObject({ ok: true });
  });

  test("a record that somebody else holds does not delay the others, and is decided afterwards", async () => {
    const [held, ...others] = await created(4);
    let waiting: ReturnType<typeof cancel> | undefined;
    await inTransaction(byHand.deps.pool, async (db) => {
      await lockPayment(db, SANDBOX, held?.id ?? "");
      waiting = cancel(held?.reference ?? "");
      const outcomes = await Promise.all(others.map(({ reference }) => cancel(reference)));
      expect(outcomes.map(({ ok }) => ok)).toEqual([true, true, true]);
      await db.query(`update payments set status = 'DROP', completed_at = now() where id = $1`, [held?.id]);
    });
    expect(await waiting).toEqual({ ok: false, error: { kind: "already_processed", status: "DROP" } });
  });

  test("a customer who tries again while a cancel closes the link gets an attempt that is cancelled", async () => {
    const { payment_link, ...dropped } = await byHand.service.merchant.payment({}, "drop");
    const key = parseCheckoutKey(payment_link.split("/").at(-1) ?? "");
    if (key === null) throw new Error(payment_link);
    const { paymentWrites } = byHand.deps;
    const deps: Deps = {
      ...byHand.deps,
      paymentWrites: {
        ...paymentWrites,
        insert: async (made) => {
          expect(await cancel(dropped.merchant_transaction_id)).toMatchObject({ ok: false });
          return paymentWrites.insert(made);
        },
      },
    };
    expect(await submitCheckout(deps, key, { outcome: "retry", method: null })).toMatchObject({
      kind: "unmoved",
      payment: { attempt: 2, status: "CANCELLED" },
    });
  });

  test("an attempt that a process left behind when it died during such a cancel does not open the link again", async () => {
    const { payment_link, ...dropped } = await byHand.service.merchant.payment({}, "drop");
    const key = parseCheckoutKey(payment_link.split("/").at(-1) ?? "");
    if (key === null) throw new Error(payment_link);
    const { paymentWrites } = byHand.deps;
    const dying: Deps = {
      ...byHand.deps,
      paymentWrites: {
        ...paymentWrites,
        insert: async (made) => {
          await cancel(dropped.merchant_transaction_id);
          await paymentWrites.insert(made);
          throw new Error("killed");
        },
      },
    };
    const retry = { outcome: "retry", method: null } as const;
    await expect(submitCheckout(dying, key, retry)).rejects.toThrow("killed");
    const later = new Date(Date.now() + 61_000);
    await endOverduePayments({ ...byHand.deps, clock: { now: () => later } });
    expect(await submitCheckout(byHand.deps, key, retry)).toMatchObject({
      kind: "unmoved",
      payment: { attempt: 2, status: "FAILURE" },
    });
  });

  test("a cancel before any link was out does not close the link of a later creation", async () => {
    const { payment_link, ...dropped } = await byHand.service.merchant.payment({}, "drop");
    const key = parseCheckoutKey(payment_link.split("/").at(-1) ?? "");
    if (key === null) throw new Error(payment_link);
    await byHand.deps.pool.query(
      `with failed as (update payments set status = 'FAILURE', link_issued_at = null where id = $1)
       insert into payment_events (merchant_id, payment_id, kind, at) values ($2, $1, 'link_closed', now())`,
      [dropped.transaction_id, SANDBOX],
    );
    const reference = dropped.merchant_transaction_id;
    const again = await byHand.service.merchant.payment({ merchant_transaction_id: reference }, "drop");
    expect(again.payment_link).toBe(payment_link);
    const retry = { outcome: "retry", method: null } as const;
    expect(await submitCheckout(byHand.deps, key, retry)).toMatchObject({ kind: "retried" });
  });

  test("a cancel that waited for a customer's new attempt cancels that one", async () => {
    const dropped = await byHand.service.merchant.payment({}, "drop");
    const reference = dropped.merchant_transaction_id;
    let waiting: ReturnType<typeof cancel> | undefined;
    let trying: ReturnType<typeof choose> | undefined;
    const waits = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
    await inTransaction(byHand.deps.pool, async (db) => {
      await lockPayment(db, SANDBOX, dropped.transaction_id);
      waiting = cancel(reference);
      await expect.poll(() => rowsOf(waits, [])).toHaveLength(1);
      trying = choose(dropped.payment_link, "retry");
      await expect.poll(() => rowsOf(waits, [])).toHaveLength(2);
    });
    await trying;
    expect(await waiting).toMatchObject({ ok: true, value: { attempt: 2, status: "CANCELLED" } });
  });

  test("each closes its own checkout at the vendor, on behalf of its own request", async () => {
    const payments = await created(3);
    for (const { id } of payments) await pollUntil(byHand.service.db, id, 86_400_000, 7);
    await Promise.all(
      payments.map(({ id, reference }) => withRequestId(`cancel-of-${id}`, () => cancel(reference))),
    );
    for (const { id } of payments)
      expect(await pollOf(byHand.service.db, id)).toMatchObject({
        pause: expect.closeTo(0, -1) as number,
        polls: 0,
        origin: { _requestId: `cancel-of-${id}` },
      });
  });
});
