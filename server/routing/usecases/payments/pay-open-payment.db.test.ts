import { expect, test } from "vitest";
import type { ChargedMoney } from "../../gateway/port";
import { askForPoll } from "../../store/payments/due-polls";
import { lockPayment } from "../../store/payments/payments";
import { inTransaction } from "@/server/platform/transaction";
import { pollOf, pollUntil } from "@/tools/testing/routing/polled";
import { useServiceWithoutWorker } from "@/tools/testing/routing/service-without-worker";
import { batchPaidPayments } from "./pay-open-payment";
import { pollPayment } from "./poll-payment";

const SANDBOX = 1;
const byHand = useServiceWithoutWorker();

async function openPayment(): Promise<string> {
  const { transaction_id } = await byHand.service.merchant.payment({ transaction_amount: "90.00" }, null);
  return transaction_id;
}
const charge = (id: string, more: Partial<ChargedMoney> = {}): ChargedMoney => ({
  gatewayTransactionId: `tx_${id}`,
  amountPaise: 9_000n,
  currency: "INR",
  ...more,
});
const paid = (paymentId: string, more: Partial<ChargedMoney> = {}) => ({
  merchantId: SANDBOX,
  paymentId,
  charge: charge(paymentId, more),
});
const pay = () => batchPaidPayments(byHand.deps.pool, byHand.deps.clock);
const statusOf = async (id: string) => {
  const { rows } = await byHand.service.db.query<{ status: string; events: string }>(
    `select status, (select count(*) from payment_events e where e.payment_id = p.id and e.kind = 'succeeded') as events
     from payments p where id = $1`,
    [id],
  );
  return [rows[0]?.status, Number(rows[0]?.events)];
};

test("charges of one batch make their payments SUCCESS, each once", async () => {
  const ids = await Promise.all([openPayment(), openPayment(), openPayment()]);
  const report = pay();
  const outcomes = await Promise.all([...ids, ...ids].map((id) => report(paid(id))));
  expect(outcomes.map((outcome) => (outcome === "not_plain" ? outcome : outcome.status))).toEqual([
    ...ids.map(() => "SUCCESS"),
    ...ids.map(() => "not_plain"),
  ]);
  for (const id of ids) expect(await statusOf(id)).toEqual(["SUCCESS", 1]);
});

test("another amount, another currency and an unknown payment in a batch change nothing, and hold nothing back", async () => {
  const [right, amount, currency] = await Promise.all([openPayment(), openPayment(), openPayment()]);
  const report = pay();
  const outcomes = await Promise.all([
    report(paid(amount, { amountPaise: 9_001n })),
    report(paid(currency, { currency: "USD" })),
    report(paid("TXN-unknown")),
    report(paid(right)),
  ]);
  expect(outcomes.slice(0, 3)).toEqual(["not_plain", "not_plain", "not_plain"]);
  expect(await statusOf(right)).toEqual(["SUCCESS", 1]);
  for (const id of [amount, currency]) expect(await statusOf(id)).toEqual(["INITIATED", 0]);
});

test("a payment that another transaction holds is decided after it, and the others of the batch at once", async () => {
  const [held, free] = await Promise.all([openPayment(), openPayment()]);
  const report = pay();
  let late: Promise<unknown> = Promise.resolve();
  await inTransaction(byHand.deps.pool, async (db) => {
    await lockPayment(db, SANDBOX, held);
    const [first, second] = [report(paid(held)), report(paid(free))];
    late = first;
    expect(await second).toMatchObject({ status: "SUCCESS" });
    expect(await statusOf(held)).toEqual(["INITIATED", 0]);
  });
  expect(await late).toMatchObject({ status: "SUCCESS" });
});

test("its polling ends with it, unless somebody asked for a lookup", async () => {
  const [polled, asked] = await Promise.all([openPayment(), openPayment()]);
  for (const id of [polled, asked]) await pollUntil(byHand.service.db, id, 3_600_000);
  await askForPoll(byHand.deps.pool, { merchantId: SANDBOX, id: asked, gateway: "simulator" }, 60_000);
  for (const id of [polled, asked])
    expect(await pay()(paid(id))).toMatchObject({ status: "SUCCESS", polledUntil: null });
  expect(await pollOf(byHand.service.db, polled)).toBeNull();
  expect(await pollOf(byHand.service.db, asked)).toMatchObject({ isAsked: true });
  const { rows } = await byHand.service.db.query("select watched_until from payments where id = any($1)", [
    [polled, asked],
  ]);
  expect(rows).toEqual([{ watched_until: null }, { watched_until: null }]);
});

test("it is paid at once while a worker has locked its poll, which that worker then ends", async () => {
  const id = await openPayment();
  await pollUntil(byHand.service.db, id, 3_600_000);
  await inTransaction(byHand.deps.pool, async (db) => {
    await db.query("select from payment_polls where payment_id = $1 for update", [id]);
    expect(await pay()(paid(id))).toMatchObject({ status: "SUCCESS" });
  });
  await pollPayment(byHand.deps, { merchantId: SANDBOX, paymentId: id });
  expect(await pollOf(byHand.service.db, id)).toBeNull();
});
