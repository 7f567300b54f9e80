import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { TransactionRecord } from "@/lib/contract/responses";
import type { Ctx } from "../../context";
import { cleanUp } from "../../jobs/clean-up";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { createHere, paymentAt, storedSeen } from "@/tools/testing/dashboard/seen";
import { findByText } from "../commands/find-by-text";
import { rememberPayments, seenIsStored } from "./remember-payments";

const EMAIL = "asha.rao@example.com";
const DAY_MS = 24 * 60 * 60_000;

let harness: Harness;
let ctx: Ctx;

beforeAll(async () => {
  harness = await startHarness();
});
beforeEach(async () => {
  await harness.reset();
  harness.service.ops = null;
  ctx = await harness.ctxOf("ops");
});
afterAll(() => harness.stop());

const addPayment = (fields?: Partial<TransactionRecord>) => paymentAt(harness.service, fields);

describe("what is stored of payments that were seen", () => {
  const status = async () => {
    await seenIsStored();
    const { rows } = await harness.pool.query<{ status: string }>("select status from seen_payments");
    return rows[0]?.status;
  };
  const at = (minute: number): Date => new Date(Date.parse("2026-11-21T10:00:00Z") + minute * 60_000);

  it("is the status that was seen later, whichever is stored last, and none returns to INITIATED", async () => {
    const payment = addPayment();
    const see = (transaction_status: TransactionRecord["transaction_status"], minute: number) =>
      rememberPayments(ctx, [{ ...payment, transaction_status }], at(minute));
    await see("INITIATED", 5);
    await see("FAILURE", 3);
    expect(await status()).toBe("INITIATED");
    await see("SUCCESS", 5);
    expect(await status()).toBe("SUCCESS");
    await see("INITIATED", 9);
    expect(await status()).toBe("SUCCESS");
  });

  it("is one row of a payment, however often and by however many it is seen at once", async () => {
    const records = [addPayment(), addPayment(), addPayment()];
    await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        rememberPayments(ctx, n % 2 === 0 ? records : [...records].reverse(), at(n)),
      ),
    );
    await seenIsStored();
    const { rows } = await harness.pool.query("select 1 from seen_payments");
    expect(rows).toHaveLength(3);
  });

  it("leaves out what cannot be stored, and stores the rest", async () => {
    const long = addPayment({ gateway_transaction_id: "g".repeat(5_000) });
    const strange = addPayment({ transaction_id: "T\0" });
    await rememberPayments(ctx, [strange, long], at(0));
    await seenIsStored();
    const { rows } = await harness.pool.query(
      "select transaction_id, gateway_transaction_id from seen_payments",
    );
    expect(rows).toEqual([{ transaction_id: long.transaction_id, gateway_transaction_id: null }]);
  });

  it("is nothing where the service has a list of its own, or nobody knows whether it has", async () => {
    const payment = addPayment();
    harness.service.ops = { idempotency: true, operations: ["payments.search"] };
    await findByText(ctx, payment.merchant_transaction_id);
    await createHere(ctx, harness.service, { customer_email: EMAIL });
    expect(await storedSeen(harness.pool)).toBe("");

    const unknown: Ctx = { ...ctx, ...harness.connect() };
    harness.service.always("/v1/ops/capabilities", { kind: "drop", when: "before" });
    await rememberPayments(unknown, [payment], at(0));
    expect(await storedSeen(harness.pool)).toBe("");
  });

  it("that cannot be written fails no page and no creation", async () => {
    await harness.pool.query("alter table seen_payments rename to away");
    await harness.pool.query("alter table seen_contacts rename to contacts_away");
    try {
      const payment = addPayment();
      expect(await findByText(ctx, payment.merchant_transaction_id)).toMatchObject({ kind: "opens" });
      expect((await createHere(ctx, harness.service, { customer_email: EMAIL })).transaction_status).toBe(
        "INITIATED",
      );
      // The tables are back for none of the writes.
      await seenIsStored();
    } finally {
      await harness.pool.query("alter table away rename to seen_payments");
      await harness.pool.query("alter table contacts_away rename to seen_contacts");
    }
  });

  it("that must wait for a lock does not keep the page waiting", async () => {
    const payment = addPayment();
    const client = await harness.pool.connect();
    try {
      await client.query("begin; lock table seen_payments in access exclusive mode");
      const startedAt = performance.now();
      await rememberPayments(ctx, [payment], at(0));
      expect(performance.now() - startedAt).toBeLessThan(10_000);
    } finally {
      await client.query("rollback");
      client.release();
    }
    expect(await status()).toBe("SUCCESS");
  });

  it("is deleted 400 days after it was seen", async () => {
    await createHere(ctx, harness.service, { customer_email: EMAIL });
    harness.clock.advance(399 * DAY_MS);
    await cleanUp(harness.services);
    expect(await storedSeen(harness.pool)).not.toBe("");
    harness.clock.advance(2 * DAY_MS);
    await cleanUp(harness.services);
    expect(await storedSeen(harness.pool)).toBe("");
  });
});
