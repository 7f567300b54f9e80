import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { inTransaction } from "@/server/platform/transaction";
import type { Payment } from "../../domain/payments/payment";
import { eventually } from "@/tools/testing/routing/merchant-code";
import { DECISION, newPayment } from "@/tools/testing/routing/new-payment";
import { pollOf } from "@/tools/testing/routing/polled";
import { useServiceWithoutWorker } from "@/tools/testing/routing/service-without-worker";
import { ops } from "@/tools/testing/routing/webhook-ops";
import { type InsertPaymentOutcome, insertPayments } from "./insert-payment";
import { batchPaymentWrites, type PaymentWrites } from "./payment-writes";
import { lockPayment } from "./payments";
import { type SavedLink, saveLinksWhileOpen } from "./save-link";

const MERCHANT = 1;
const byHand = useServiceWithoutWorker();
let writes: PaymentWrites;
beforeEach(() => {
  writes = batchPaymentWrites(byHand.deps.pool);
});

const payment = (fields: Partial<Payment> = {}): Payment => newPayment(byHand.deps.ids, MERCHANT, fields);

/** All of them in one turn of the event loop. */
const insert = (payments: readonly Payment[]): Promise<InsertPaymentOutcome[]> =>
  Promise.all(payments.map((each) => writes.insert({ payment: each, decision: DECISION })));
const linkOf = ({ id }: Payment): SavedLink => ({
  merchantId: MERCHANT,
  id,
  gateway: "simulator",
  gatewayAccount: null,
  gatewayCheckoutId: `co,"${id}"`,
  gatewayCheckoutUrl: null,
  linkIssuedAt: new Date("2026-01-02T03:04:05.678Z"),
  polledUntil: null,
  decision: { ...DECISION, avoided: ['a "quoted" gateway'] },
  poll: null,
});
async function stored(id: string): Promise<Payment | null> {
  return inTransaction(byHand.deps.pool, (db) => lockPayment(db, MERCHANT, id));
}
/** Statements that wait for another transaction. */
async function blockedStatements(): Promise<number> {
  const { rows } = await byHand.deps.pool.query<{ blocked: number }>(
    `select count(*)::integer as blocked from pg_stat_activity
     where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`,
  );
  return rows[0]?.blocked ?? 0;
}
async function count(table: string, id: string): Promise<bigint> {
  const { rows } = await byHand.deps.pool.query<{ count: bigint }>(
    `select count(*) from ${table} where payment_id = $1`,
    [id],
  );
  return rows[0]?.count ?? -1n;
}

describe("creations that share a statement", () => {
  test("each record is stored as it was, with its event, and with one webhook for each subscriber", async () => {
    const endpoint = await ops(byHand.service.merchant, "webhooks.create", {
      url: "https://shop.example/hook",
      events: ["payment.initiated"],
    });
    const payments = Array.from({ length: 40 }, (_, index) => payment({ amountPaise: BigInt(index + 100) }));
    payments.push(payment());
    expect(new Set(await insert(payments))).toEqual(new Set(["inserted"]));
    for (const each of payments) {
      expect(await stored(each.id)).toEqual(each);
      expect(await count("payment_events", each.id)).toBe(1n);
    }
    const { rows } = await byHand.deps.pool.query<{ payment_id: string; body: string }>(
      `select payment_id, body from webhook_deliveries where endpoint_id = $1`,
      [endpoint.endpoint_id],
    );
    expect(rows.map(({ payment_id }) => payment_id).sort()).toEqual(payments.map(({ id }) => id).sort());
    for (const { payment_id, body } of rows) expect(body).toContain(payment_id);
  });

  test("of one attempt of a reference one is written, and the others are informed", async () => {
    const reference = `ORDER-${randomUUID()}`;
    const payments = Array.from({ length: 5 }, () => payment({ reference }));
    const outcomes = await insert([...payments, payment()]);
    expect(outcomes.slice(0, 5).sort()).toEqual([
      ...Array.from({ length: 4 }, () => "attempt_exists"),
      "inserted",
    ]);
    expect(outcomes[5]).toBe("inserted");
  });

  test("an id in use and a deleted reference concern nobody else", async () => {
    const taken = payment();
    await insert([taken]);
    const deleted = payment();
    await byHand.deps.pool.query(
      `insert into forgotten_references (merchant_id, merchant_transaction_id) values ($1, $2)`,
      [MERCHANT, deleted.reference],
    );
    const outcomes = await insert([payment({ id: taken.id }), deleted, payment()]);
    expect(outcomes).toEqual(["id_in_use", "reference_of_deleted", "inserted"]);
    expect(await stored(deleted.id)).toBeNull();
  });

  test("of two records with one id one is written, and the other is informed", async () => {
    const one = payment();
    const outcomes = await insert([one, payment({ id: one.id })]);
    expect(outcomes.sort()).toEqual(["id_in_use", "inserted"]);
    expect(await count("payment_events", one.id)).toBe(1n);
  });

  test("two processes that issue the same ids do not deadlock", async () => {
    const [low, held, alsoHeld, high] = [payment(), payment(), payment(), payment()];
    const made = (payments: readonly Payment[]) =>
      payments.map((each) => ({ payment: each, decision: DECISION, origin: {} }));
    const other = ({ id }: Payment): Payment => payment({ id });
    let running: Promise<(string | null)[][]> = Promise.resolve([]);
    // Holds a record of each batch, so that both surely run at once.
    const rollBack = inTransaction(byHand.deps.pool, async (db) => {
      await insertPayments(db, made([other(held), other(alsoHeld)]));
      running = Promise.all([
        insertPayments(byHand.deps.pool, made([low, held, high])),
        insertPayments(byHand.deps.pool, made([other(high), alsoHeld, other(low)])),
      ]);
      await eventually(
        () => blockedStatements(),
        (blocked) => blocked >= 2,
      );
      throw new Error("rolled back");
    });
    await expect(rollBack).rejects.toThrow("rolled back");
    const [first, second] = await running;
    expect([...(first ?? []), ...(second ?? [])].filter((outcome) => outcome === "inserted")).toHaveLength(4);
  });

  test("odd values are stored as a single insert stores them", async () => {
    const texts = [
      "NULL",
      "null",
      "",
      "\\",
      '"',
      '\\"',
      "{}",
      "{a,b}",
      "a\r\nb\t",
      "\u{1F600}",
      " lead",
      "'; drop",
    ];
    const payments = texts.map((udf1) => payment({ udf1 }));
    await insert(payments);
    const alone = texts.map((udf1) => payment({ udf1 }));
    for (const each of alone) await insert([each]);
    for (const [index, each] of alone.entries()) {
      expect((await stored(payments[index]?.id ?? ""))?.udf1).toBe((await stored(each.id))?.udf1);
    }
  });

  test("a record that the database refuses fails alone", async () => {
    const outcomes = await Promise.allSettled(
      [payment(), payment({ udf1: "\u0000" }), payment()].map((each) =>
        writes.insert({ payment: each, decision: DECISION }),
      ),
    );
    expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  });

  test("several are one statement, in one commit", async () => {
    const [one, other] = [payment(), payment()];
    const made = [one, other].map((each) => ({ payment: each, decision: DECISION, origin: {} }));
    expect(await insertPayments(byHand.deps.pool, made)).toEqual(["inserted", "inserted"]);
    const { rows } = await byHand.deps.pool.query(
      `select count(distinct xmin::text)::integer as commits from payments where id in ($1, $2)`,
      [one.id, other.id],
    );
    expect(rows).toEqual([{ commits: 1 }]);
  });
});

describe("links that share a statement", () => {
  test("each record gets its own gateway and link; one that has ended gets none", async () => {
    const payments = Array.from({ length: 5 }, () => payment());
    await insert(payments);
    const [ended] = payments;
    await byHand.deps.pool.query(
      `update payments set status = 'CANCELLED', completed_at = now() where id = $1`,
      [ended?.id],
    );
    const saved = await Promise.all(payments.map((each) => writes.saveLinkWhileOpen(linkOf(each))));
    expect(saved).toEqual([false, true, true, true, true]);
    expect(await stored(ended?.id ?? "")).toMatchObject({ gateway: null, linkIssuedAt: null });
    for (const each of payments.slice(1)) {
      const { gateway, gatewayCheckoutId, linkIssuedAt } = linkOf(each);
      expect(await stored(each.id)).toEqual({ ...each, gateway, gatewayCheckoutId, linkIssuedAt });
    }
    const { rows } = await byHand.deps.pool.query(`select routing_decision from payments where id = $1`, [
      payments[1]?.id,
    ]);
    expect(rows).toMatchObject([{ routing_decision: { avoided: ['a "quoted" gateway'] } }]);
  });

  test("the first poll of a link is written with it, on behalf of its own request, and only where the link is saved", async () => {
    const payments = Array.from({ length: 4 }, () => payment());
    await insert(payments);
    const [ended] = payments;
    await byHand.deps.pool.query(
      `update payments set status = 'CANCELLED', completed_at = now() where id = $1`,
      [ended?.id],
    );
    const polled = (each: Payment): SavedLink => ({
      ...linkOf(each),
      poll: { pauseMs: 60_000, origin: { of: each.id } },
    });
    expect(await Promise.all(payments.map((each) => writes.saveLinkWhileOpen(polled(each))))).toEqual([
      false,
      true,
      true,
      true,
    ]);
    const alone = payment();
    await insert([alone]);
    expect(await writes.saveLinkWhileOpen(polled(alone))).toBe(true);
    for (const { id } of [...payments.slice(1), alone])
      expect(await pollOf(byHand.deps.pool, id)).toEqual({
        pause: expect.closeTo(60, -1) as number,
        polls: 0,
        isAsked: false,
        isTaken: false,
        origin: { of: id },
      });
    expect(await pollOf(byHand.deps.pool, ended?.id ?? "")).toBeNull();
  });

  test("a record that somebody else holds does not delay the others, and gets its link afterwards", async () => {
    const [held, free] = [payment(), payment()];
    await insert([held, free]);
    let waiting: Promise<boolean> = Promise.resolve(false);
    await inTransaction(byHand.deps.pool, async (db) => {
      await lockPayment(db, MERCHANT, held.id);
      expect(await saveLinksWhileOpen(byHand.deps.pool, [held, free].map(linkOf))).toEqual([null, true]);
      waiting = writes.saveLinkWhileOpen(linkOf(held));
    });
    expect(await waiting).toBe(true);
    expect(await stored(held.id)).toMatchObject({ gateway: "simulator" });
  });
});
