import { beforeEach, expect, test } from "vitest";
import type { Payment } from "../../domain/payments/payment";
import { DECISION, newPayment } from "@/tools/testing/routing/new-payment";
import { useServiceWithoutWorker } from "@/tools/testing/routing/service-without-worker";
import { insertPayment } from "./insert-payment";
import { batchPaymentReads } from "./payment-reads";
import { paymentsOfReference } from "./payments";

const MERCHANT = 1;
const byHand = useServiceWithoutWorker();
let statements: string[];
let payments: Payment[];

beforeEach(async () => {
  const { deps } = byHand;
  const again = { attempt: 2 };
  const first = newPayment(deps.ids, MERCHANT, {});
  const other = newPayment(deps.ids, MERCHANT, {});
  const second = newPayment(deps.ids, MERCHANT, { ...again, reference: first.reference });
  payments = [first, other, second];
  for (const payment of payments) await insertPayment(deps.pool, { payment, decision: DECISION, origin: {} });
  statements = [];
});

/** Reads all of them in one tick of the event loop. */
function readTogether(wanted: readonly (readonly [merchantId: number, reference: string])[]) {
  const { pool } = byHand.deps;
  const reads = batchPaymentReads({
    query: ((statement: string | { text: string }, values?: unknown[]) => {
      statements.push(typeof statement === "string" ? statement : statement.text);
      return pool.query(statement as string, values);
    }) as typeof pool.query,
  });
  return Promise.all(wanted.map(([merchantId, reference]) => reads.ofReference(merchantId, reference)));
}

test("references that are read together get the same records as each alone, by one statement", async () => {
  const [first, other, second] = payments as [Payment, Payment, Payment];
  const wanted = [
    [MERCHANT, other.reference],
    [MERCHANT, "NOT-THERE"],
    [MERCHANT, first.reference],
    // The next one is another merchant's, and the last one is asked for twice.
    [MERCHANT + 1, first.reference],
    [MERCHANT, first.reference],
  ] as const;
  const found = await readTogether(wanted);
  expect(found).toEqual([[other], [], [second, first], [], [second, first]]);
  for (const [index, [merchantId, reference]] of wanted.entries()) {
    expect(found[index]).toEqual(await paymentsOfReference(byHand.deps.pool, merchantId, reference));
  }
  expect(statements.filter((text) => text.includes("payments"))).toHaveLength(1);
});

test("a reference that cannot be read fails alone", async () => {
  const [, other] = payments as [Payment, Payment, Payment];
  const reads = batchPaymentReads(byHand.deps.pool);
  const [unreadable, found] = await Promise.allSettled([
    reads.ofReference(MERCHANT, "NUL \0"),
    reads.ofReference(MERCHANT, other.reference),
  ]);
  expect(unreadable.status).toBe("rejected");
  expect(found).toEqual({ status: "fulfilled", value: [other] });
});
