import { describe, expect, test } from "vitest";
import { withRequestId } from "@/server/platform/request-context";
import { inTransaction } from "@/server/platform/transaction";
import { lockPayment } from "../../store/payments/payments";
import { useServiceWithoutWorker } from "@/tools/testing/routing/service-without-worker";
import type { Remember } from "../idempotency";
import { rememberNothing } from "../idempotency";
import type { RequestRefundOutcome } from "./refund-requests";
import { requestRefund } from "./request-refund";

const SANDBOX = 1;
/** The amount of each payment that the test merchant creates. */
const PAID_PAISE = 50_000n;
const byHand = useServiceWithoutWorker();

async function paid(count: number): Promise<string[]> {
  const payments = await Promise.all(Array.from({ length: count }, () => byHand.service.merchant.payment()));
  return payments.map(({ transaction_id: id }) => id);
}
const request = (
  paymentId: string,
  amountPaise: bigint,
  remember: Remember<RequestRefundOutcome> = rememberNothing,
): Promise<RequestRefundOutcome> =>
  requestRefund(byHand.deps, SANDBOX, { paymentId, amountPaise, reason: `of ${paymentId}` }, remember);
const accepted = (paymentId: string, amountPaise: bigint): unknown => ({
  ok: true,
  value: { paymentId, amountPaise, status: "INITIATED", reason: `of ${paymentId}`, isUnsent: true },
});
async function rowsOf<Row extends Record<string, unknown>>(
  statement: string,
  values: unknown[],
): Promise<Row[]> {
  return (await byHand.service.db.query<Row>(statement, values)).rows;
}
const amountsOf = async (paymentIds: readonly string[]): Promise<Record<string, bigint[]>> => {
  const rows = await rowsOf<{ payment_id: string; amount_paise: bigint }>(
    "select payment_id, amount_paise from refunds where payment_id = any($1) order by requested_at, id",
    [paymentIds],
  );
  const amounts: Record<string, bigint[]> = Object.fromEntries(paymentIds.map((id) => [id, []]));
  for (const { payment_id: id, amount_paise: amount } of rows) amounts[id]?.push(BigInt(amount));
  return amounts;
};

describe("refunds at the same moment", () => {
  test("each is decided for itself, with its job on behalf of its own request", async () => {
    const [first = "", second = "", exceeded = ""] = await paid(3);
    const { transaction_id: open } = await byHand.service.merchant.payment({}, null);
    const outcomes = await Promise.all(
      [
        [first, 100n],
        [second, PAID_PAISE],
        [exceeded, PAID_PAISE + 1n],
        [open, 100n],
        ["TXN-ABSENT", 100n],
      ].map(([id, amount]) =>
        withRequestId(`refund-of-${String(id)}`, () => request(String(id), amount as bigint)),
      ),
    );

    expect(outcomes).toMatchObject([
      accepted(first, 100n),
      accepted(second, PAID_PAISE),
      { ok: false, error: { kind: "exceeds_balance", remainingPaise: PAID_PAISE } },
      { ok: false, error: { kind: "payment_not_successful" } },
      { ok: false, error: { kind: "payment_not_found" } },
    ]);
    expect(await amountsOf([first, second, exceeded, open])).toEqual({
      [first]: [100n],
      [second]: [PAID_PAISE],
      [exceeded]: [],
      [open]: [],
    });
    const ids = outcomes.flatMap((outcome) => (outcome.ok ? [outcome.value] : []));
    const due = await rowsOf("select id, origin from refunds where id = any($1) and due_at <= now()", [
      ids.map(({ id }) => id),
    ]);
    expect(due).toHaveLength(2);
    expect(due).toEqual(
      expect.arrayContaining(
        ids.map(({ id, paymentId }) => ({ id, origin: { _requestId: `refund-of-${paymentId}` } })),
      ),
    );
  });

  test("those of one payment never exceed it, whatever is refunded beside them", async () => {
    const [shared = "", ...others] = await paid(4);
    const outcomes = await Promise.all([
      ...Array.from({ length: 6 }, () => request(shared, 20_000n)),
      ...others.map((id) => request(id, 30_000n)),
    ]);

    expect(outcomes.slice(6)).toMatchObject(others.map((id) => accepted(id, 30_000n)));
    expect(outcomes.slice(0, 6).filter(({ ok }) => ok)).toHaveLength(2);
    expect(outcomes.slice(0, 6).filter(({ ok }) => !ok)).toEqual(
      Array.from({ length: 4 }, () => ({
        ok: false,
        error: { kind: "exceeds_balance", remainingPaise: 10_000n },
      })),
    );
    expect((await amountsOf([shared]))[shared]).toEqual([20_000n, 20_000n]);
  });

  test("a payment that somebody else holds does not delay the others, and its refund sees what was changed", async () => {
    const [held = "", ...others] = await paid(4);
    let waiting: Promise<RequestRefundOutcome> | undefined;
    await inTransaction(byHand.deps.pool, async (db) => {
      await lockPayment(db, SANDBOX, held);
      waiting = request(held, PAID_PAISE);
      const outcomes = await Promise.all(others.map((id) => request(id, 100n)));
      expect(outcomes.map(({ ok }) => ok)).toEqual([true, true, true]);
      await db.query(
        `insert into refunds (merchant_id, id, payment_id, merchant_transaction_id, amount_paise, currency, status, gateway, requested_at)
         select merchant_id, 'RFD-EARLIER-' || id, id, merchant_transaction_id, 1, currency, 'INITIATED', gateway, now()
         from payments where id = $1`,
        [held],
      );
    });

    expect(await waiting).toEqual({
      ok: false,
      error: { kind: "exceeds_balance", remainingPaise: PAID_PAISE - 1n },
    });
  });

  test("one whose response cannot be stored is not accepted, and the others are", async () => {
    const [failing = "", ...others] = await paid(4);
    const cannotStore = (): Promise<void> => Promise.reject(new Error("the key was claimed by another"));
    const [failed, ...outcomes] = await Promise.allSettled([
      request(failing, 100n, cannotStore),
      ...others.map((id) => request(id, 100n)),
    ]);

    expect(failed).toMatchObject({ status: "rejected" });
    expect(outcomes).toMatchObject(others.map((id) => ({ status: "fulfilled", value: accepted(id, 100n) })));
    expect(await amountsOf([failing, ...others])).toEqual({
      [failing]: [],
      ...Object.fromEntries(others.map((id) => [id, [100n]])),
    });
  });

  test("each response is stored once, in the transaction of its refund", async () => {
    const ids = await paid(5);
    const stored: string[] = [];
    const outcomes = await Promise.all(
      ids.map((id) =>
        request(id, 100n, async (db, outcome) => {
          const { rowCount } = await db.query("select from refunds where payment_id = $1", [id]);
          stored.push(`${outcome.ok ? outcome.value.paymentId : "refused"} with ${rowCount} refund`);
        }),
      ),
    );

    expect(outcomes.every(({ ok }) => ok)).toBe(true);
    expect(stored.sort()).toEqual(ids.map((id) => `${id} with 1 refund`).sort());
  });

  test("ids that another process has used meanwhile are replaced by the next ones", async () => {
    const ids = await paid(3);
    const { deps } = byHand;
    const taken = await Promise.all(ids.slice(0, 1).map((id) => request(id, 100n)));
    const [used] = taken.flatMap((outcome) => (outcome.ok ? [outcome.value.id] : []));
    const next = deps.ids.next.bind(deps.ids);
    let isFirst = true;
    deps.ids.next = (...of) => {
      const own = isFirst ? used : undefined;
      isFirst = false;
      return own ?? next(...of);
    };
    try {
      const outcomes = await Promise.all(ids.map((id) => request(id, 200n)));
      expect(outcomes).toMatchObject(ids.map((id) => accepted(id, 200n)));
    } finally {
      deps.ids.next = next;
    }
    expect(Object.values(await amountsOf(ids)).map((amounts) => amounts.length)).toEqual([2, 1, 1]);
  });
});

test("a payment has at most 500 refunds, failed ones too: each can be found at its gateway, which lists them page by page", async () => {
  const [full = "", other = ""] = await paid(2);
  await byHand.service.db.query(
    `insert into refunds (merchant_id, id, payment_id, merchant_transaction_id, amount_paise, currency, status, gateway, requested_at,
       completed_at, due_at)
     select merchant_id, 'RFD-' || nth || '-' || id, id, merchant_transaction_id, 1, currency, 'FAILURE', gateway, now(), now(), null
     from payments, generate_series(1, 499) nth where id = any($1)`,
    [[full, other]],
  );
  expect(await request(full, 100n)).toMatchObject({ ok: true });
  // One that is decided alone, and two that are decided together.
  expect(await request(full, 100n)).toEqual({ ok: false, error: { kind: "too_many_refunds" } });
  expect(await Promise.all([request(full, 100n), request(other, 100n)])).toMatchObject([
    { ok: false, error: { kind: "too_many_refunds" } },
    accepted(other, 100n),
  ]);
});
