import { afterAll, beforeAll, expect, test } from "vitest";
import { depsOn } from "@/tools/testing/routing/deps";
import { type CreatedPayment, eventually, paymentBody } from "@/tools/testing/routing/merchant-code";
import { startTestService, type TestService } from "@/tools/testing/routing/service";
import { endOverduePayments } from "./end-payment";

let service: TestService;
let context: ReturnType<typeof depsOn>;
beforeAll(async () => {
  // The tests end the payments themselves: the interval keeps the service's own sweep away.
  service = await startTestService({ SWEEP_INTERVAL_MS: "600000" });
  context = depsOn(service);
});
afterAll(async () => {
  await context.close();
  await service.stop();
});

const statusesOf = async ({ merchant_transaction_id: reference }: CreatedPayment): Promise<string[]> =>
  ((await service.merchant.status(reference)).json as { transaction_status: string }[]).map(
    (record) => record.transaction_status,
  );

test("a link that is handed out while the same reference is created again stays good, and stays the only one", async () => {
  const payment = await service.merchant.payment({}, null);
  // Like the record of a process that was delayed for a minute between its gateway's response and its link.
  await service.db.query(
    `update payments set link_issued_at = null, created_at = now() - interval '61 seconds' where id = $1`,
    [payment.transaction_id],
  );
  const held = await service.db.connect();
  try {
    await held.query("begin");
    await held.query(`update payments set link_issued_at = now() where id = $1`, [payment.transaction_id]);
    const again = service.merchant.initiate(
      paymentBody({ merchant_transaction_id: payment.merchant_transaction_id }),
    );
    await eventually(
      () =>
        service.db.query(
          `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        ),
      ({ rows }) => rows.length > 0,
    );
    await held.query("commit");
    const refused = await again;
    expect([refused.status, refused.text]).toEqual([
      400,
      expect.stringContaining("Already exists") as string,
    ]);
  } finally {
    held.release();
  }
  expect(await statusesOf(payment)).toEqual(["INITIATED"]);
});

test("one overdue payment that cannot be ended does not keep the others from their end, and ends once it can", async () => {
  const faulty = await service.merchant.payment({}, null);
  const other = await service.merchant.payment({}, null);
  for (const [payment, ago] of [
    [faulty, "2 minutes"],
    [other, "1 minute"],
  ] as const) {
    await service.db.query(`update payments set expires_at = now() - $2::interval where id = $1`, [
      payment.transaction_id,
      ago,
    ]);
  }
  await service.db.query(`
    create function refuse_to_end() returns trigger language plpgsql as $$ begin raise 'refused by a test'; end $$;
    create trigger refuse_to_end before update of status on payments
      for each row when (old.id = '${faulty.transaction_id}') execute function refuse_to_end()`);
  await endOverduePayments(context.deps);
  expect([await statusesOf(faulty), await statusesOf(other)]).toEqual([["INITIATED"], ["DROP"]]);

  await service.db.query(`drop trigger refuse_to_end on payments`);
  await endOverduePayments(context.deps);
  expect(await statusesOf(faulty)).toEqual(["DROP"]);
});

test("payments that cannot be ended delay the others by a few sweeps, however many they are", async () => {
  const stuck = await overduePayments(22, "2 hours");
  const others = await overduePayments(6, "1 hour");
  await service.db.query(`
    create function refuse_to_end_stuck() returns trigger language plpgsql as $$ begin raise 'refused by a test'; end $$;
    create trigger refuse_to_end_stuck before update of status on payments
      for each row when (old.id = any('{${stuck.join(",")}}')) execute function refuse_to_end_stuck()`);
  const endedOf = async (ids: string[]): Promise<number> => {
    const { rows } = await service.db.query<{ n: number }>(
      "select count(*)::integer as n from payments where id = any($1) and status = 'DROP'",
      [ids],
    );
    return rows[0]?.n ?? -1;
  };
  try {
    // Twenty pages of one: the first sweep finds only those that are stuck, the next ones go on behind them.
    const first = await endOverduePayments(context.deps, null, { pageSize: 1 });
    expect([await endedOf(others), first.mayBeMore]).toEqual([0, false]);
    // One that a dead process left without a link is found by every sweep.
    const linkless = await service.merchant.payment({}, null);
    await service.db.query(
      "update payments set link_issued_at = null, created_at = now() - interval '61 seconds' where id = $1",
      [linkless.transaction_id],
    );
    const second = await endOverduePayments(context.deps, first.next, { pageSize: 1 });
    expect([await statusesOf(linkless), await endedOf(others)]).toEqual([["FAILURE"], 0]);
    const third = await endOverduePayments(context.deps, second.next, { pageSize: 1 });
    expect([await endedOf(others), third.mayBeMore]).toEqual([1, true]);
    // A page of stuck ones and one other: the sweep goes on until it has ended a page of them.
    const last = await endOverduePayments(context.deps, null, { pageSize: 5 });
    expect([await endedOf(others), last.next]).toEqual([6, null]);
    // Stuck payments are no reason to begin again at once when a sweep has reached the end.
    await overduePayments(1, "1 minute");
    const again = await endOverduePayments(context.deps, null, { pageSize: 5 });
    expect(again).toEqual({ next: null, mayBeMore: false });
  } finally {
    await service.db.query("drop trigger refuse_to_end_stuck on payments");
  }
  await endOverduePayments(context.deps);
  expect(await endedOf(stuck)).toBe(stuck.length);
});

async function overduePayments(count: number, ago: string): Promise<string[]> {
  const payments = await Promise.all(Array.from({ length: count }, () => service.merchant.payment({}, null)));
  const ids = payments.map((payment) => payment.transaction_id);
  await service.db.query("update payments set expires_at = now() - $2::interval where id = any($1)", [
    ids,
    ago,
  ]);
  return ids;
}
