import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { useServiceWithoutWorker } from "@/tools/testing/routing/service-without-worker";
import { takeOutcomes } from "./payment-outcomes";

const byHand = useServiceWithoutWorker();

const BUSY = 1;
let second = 0;
let third = 0;

beforeAll(async () => {
  const { rows } = await byHand.service.db.query<{ id: number }>(
    "insert into merchants (name) values ('Second'), ('Third') returning id",
  );
  [second = 0, third = 0] = rows.map(({ id }) => id);
  for (const merchantId of [BUSY, second, third]) {
    await byHand.service.db.query(
      `insert into payments (merchant_id, id, merchant_transaction_id, attempt, amount_paise, currency, status,
         checkout_token, customer_email, created_at, expires_at, routing_decision)
       values ($1, 'TXN', 'ORDER', 1, 100, 'INR', 'INITIATED', gen_random_uuid(), 'a@example.com', now(), now(), '{}')`,
      [merchantId],
    );
  }
});

beforeEach(async () => {
  await byHand.service.db.query("delete from payment_outcomes");
});

/** Outcomes of a payment, each at another gateway, so that their order can be seen. */
async function add(merchantId: number, count: number): Promise<void> {
  await byHand.service.db.query(
    `insert into payment_outcomes (merchant_id, payment_id, gateway, is_success, at)
     select $1, 'TXN', 'g' || n, true, now() from generate_series(0, $2::integer - 1) n`,
    [merchantId, count],
  );
}

/** The gateways of each merchant's outcomes, as they are taken. */
async function take(
  limit: number,
): Promise<{ mayBeMore: boolean; of: (merchantId: number) => (string | null)[] }> {
  const { mayBeMore, outcomes } = await takeOutcomes(byHand.deps.pool, {
    now: new Date(Date.now() + 1_000),
    limit,
  });
  return {
    mayBeMore,
    of: (merchantId) =>
      outcomes.filter((outcome) => outcome.merchantId === merchantId).map(({ gateway }) => gateway),
  };
}

describe("the outcomes that are counted next", () => {
  test("a merchant with any number of them keeps no other one waiting, and each keeps its own order", async () => {
    await add(BUSY, 40);
    await add(second, 2);
    await add(third, 20);
    const first = await take(12);
    expect([first.of(BUSY), first.of(second), first.of(third)]).toEqual([
      ["g0", "g1", "g2", "g3"],
      ["g0", "g1"],
      ["g0", "g1", "g2", "g3"],
    ]);
    expect(first.mayBeMore).toBe(true);
    const next = await take(12);
    expect(next.of(BUSY)).toEqual(["g4", "g5", "g6", "g7", "g8", "g9"]);
    expect(next.of(third)).toHaveLength(6);
  });

  test("of more merchants than fit, those whose outcomes have waited longest come first", async () => {
    await add(third, 1);
    await add(second, 1);
    await add(BUSY, 3);
    const first = await take(2);
    expect([first.of(third), first.of(second), first.of(BUSY)]).toEqual([["g0"], ["g0"], []]);
    expect(first.mayBeMore).toBe(true);
  });

  test("it says when none is left", async () => {
    await add(BUSY, 5);
    expect((await take(5)).mayBeMore).toBe(true);
    expect((await take(5)).mayBeMore).toBe(false);
  });
});
