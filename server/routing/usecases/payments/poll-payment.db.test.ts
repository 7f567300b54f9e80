import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { inTransaction } from "@/server/platform/transaction";
import { type GatewayPayment, GatewayUnavailable, requireGateway } from "../../gateway/port";
import { askForPoll, deleteOrphanedPolls, duePolls } from "../../store/payments/due-polls";
import { findPayment, lockPayment } from "../../store/payments/payments";
import { pollOf, pollUntil } from "@/tools/testing/routing/polled";
import { useServiceWithoutWorker } from "@/tools/testing/routing/service-without-worker";
import type { Deps } from "../deps";
import { GatewayCalls } from "../gateways/gateway-calls";
import { dropPayment } from "./end-payment";
import { lookUpPayment, pollPayment, stepPoll } from "./poll-payment";
import { reportCharge } from "./report-charge";

const SANDBOX = 1;
const AN_HOUR = 3_600_000;
const byHand = useServiceWithoutWorker();

async function polled(untilMs: number, polls = 0): Promise<string> {
  const { transaction_id: id } = await byHand.service.merchant.payment({ transaction_amount: "90.00" }, null);
  await pollUntil(byHand.service.db, id, untilMs, polls);
  return id;
}

function withGateway(fetchPayment: () => Promise<GatewayPayment>): { deps: Deps; calls: () => number } {
  let calls = 0;
  const simulator = requireGateway(byHand.deps.gateways, "simulator");
  const gateway = {
    ...simulator,
    fetchPayment: () => {
      calls += 1;
      return fetchPayment();
    },
  };
  const deps = {
    ...byHand.deps,
    gateways: new Map([["simulator", gateway]]),
    gatewayCalls: new GatewayCalls(),
    // Once open, it stays so for longer than a test takes.
    circuit: { ...byHand.deps.circuit, openMs: 600_000 },
  };
  return { deps, calls: () => calls };
}
const poll = (deps: Deps, paymentId: string) => pollPayment(deps, { merchantId: SANDBOX, paymentId });
const ask = (id: string, pauseMs = 0) =>
  askForPoll(byHand.deps.pool, { merchantId: SANDBOX, id, gateway: "simulator" }, pauseMs);
const rowOf = (id: string) => pollOf(byHand.service.db, id);
const paymentOf = (id: string) => findPayment(byHand.deps.pool, SANDBOX, id);
const isPolled = async (id: string): Promise<boolean> => (await paymentOf(id))?.polledUntil !== null;
const open = (): Promise<GatewayPayment> => Promise.resolve({ status: "OPEN" });
const hangs = (): Promise<never> => new Promise(() => undefined);
const down = (): Promise<never> => Promise.reject(new GatewayUnavailable("It does not respond."));
const CHARGE = {
  status: "SUCCESS",
  gatewayTransactionId: "tx_1",
  amountPaise: 9_000n,
  currency: "INR",
} as const;
const about = (seconds: number): number => expect.closeTo(seconds, -1) as number;

test("an open payment is polled again after a longer pause, and one that is paid no more", async () => {
  const responses = [open, () => Promise.resolve(CHARGE)];
  const { deps } = withGateway(() => (responses.shift() ?? hangs)());
  const id = await polled(AN_HOUR, 4);
  await poll(deps, id);
  expect(await rowOf(id)).toMatchObject({ polls: 5, pause: about(32), isTaken: false });
  await poll(deps, id);
  expect(await rowOf(id)).toBeNull();
  expect(await paymentOf(id)).toMatchObject({ status: "SUCCESS", polledUntil: null });
});

test("a gateway that holds its share of the workers gets no further lookup: it is left to a worker", async () => {
  const { deps, calls } = withGateway(hangs);
  for (let held = 0; held < 8; held += 1) void deps.gatewayCalls.lookups.hold("simulator", hangs);
  const id = await polled(AN_HOUR, 3);
  await lookUpPayment(deps, { merchantId: SANDBOX, paymentId: id });
  expect(await rowOf(id)).toMatchObject({ isAsked: true, pause: about(1), polls: 3 });
  expect(calls()).toBe(0);
});

test("a gateway that does not respond is polled rarely, and the last poll of a payment is made all the same", async () => {
  const { deps, calls } = withGateway(down);
  for (let failed = 0; failed < deps.circuit.failures; failed += 1) await poll(deps, await polled(AN_HOUR));
  const before = calls();
  const waiting = await polled(AN_HOUR, 3);
  await poll(deps, waiting);
  expect(await rowOf(waiting)).toMatchObject({ polls: 3, pause: about(8) });
  expect([calls(), await isPolled(waiting)]).toEqual([before, true]);

  const last = await polled(-1_000);
  await poll(deps, last);
  expect(calls()).toBe(before + 1);
  expect([await isPolled(last), await rowOf(last)]).toEqual([false, null]);
});

describe("a lookup that is asked for", () => {
  test("is made once however often it is asked for, also of a payment that is not polled any more", async () => {
    const { deps, calls } = withGateway(() => Promise.resolve(CHARGE));
    const { transaction_id: id } = await byHand.service.merchant.payment();
    await Promise.all([ask(id), ask(id), ask(id)]);
    await poll(deps, id);
    expect([calls(), await rowOf(id)]).toEqual([1, null]);
    await poll(deps, id);
    expect(calls()).toBe(1);
  });

  test("that gets no response is made again soon, and given up after three days", async () => {
    const { deps } = withGateway(down);
    const { transaction_id: id } = await byHand.service.merchant.payment();
    await ask(id);
    await poll(deps, id);
    expect(await rowOf(id)).toMatchObject({ isAsked: true, isTaken: false, pause: about(1) });
    const age = (interval: string) =>
      byHand.service.db.query(
        "update payment_polls set asked_at = now() - $2::interval where payment_id = $1",
        [id, interval],
      );
    await age("5 minutes");
    await poll(deps, id);
    expect(await rowOf(id)).toMatchObject({ isAsked: true, pause: about(300) });
    await age("73 hours");
    await poll(deps, id);
    expect(await rowOf(id)).toBeNull();
  });

  test("that has waited for longer, as after an outage of our own, is made all the same", async () => {
    const { transaction_id: id } = await byHand.service.merchant.payment();
    await ask(id);
    await byHand.service.db.query(
      "update payment_polls set asked_at = now() - interval '80 hours' where payment_id = $1",
      [id],
    );
    const { deps, calls } = withGateway(open);
    await poll(deps, id);
    expect([calls(), await rowOf(id)]).toEqual([1, null]);
  });

  test("and gets no response from the last poll of a payment is made again", async () => {
    const id = await polled(-1_000);
    await ask(id);
    await poll(withGateway(down).deps, id);
    expect(await isPolled(id)).toBe(false);
    expect(await rowOf(id)).toMatchObject({ isAsked: true, isTaken: false, pause: about(1) });
    const { deps } = withGateway(() => Promise.resolve(CHARGE));
    await poll(deps, id);
    expect(await paymentOf(id)).toMatchObject({ status: "SUCCESS" });
    expect(await rowOf(id)).toBeNull();
  });

  test("brings the next poll forward, and does not delay one that is due earlier", async () => {
    const id = await polled(AN_HOUR, 5);
    await ask(id, 30_000);
    expect(await rowOf(id)).toMatchObject({ isAsked: true, pause: about(30), polls: 5 });
    await ask(id, 600_000);
    expect(await rowOf(id)).toMatchObject({ pause: about(30) });
    await poll(withGateway(open).deps, id);
    expect(await rowOf(id)).toMatchObject({ isAsked: false, polls: 5, pause: about(32) });
  });
});

describe("what happens while a poll waits for its gateway", () => {
  /** Takes the payment's poll, and makes it once `meanwhile` has happened. */
  async function duringPoll(id: string, response: GatewayPayment, meanwhile: () => Promise<unknown>) {
    const { deps } = withGateway(async () => {
      await meanwhile();
      return response;
    });
    await poll(deps, id);
    return rowOf(id);
  }

  test("a report that ends the payment leaves no poll, and is not undone", async () => {
    const id = await polled(AN_HOUR);
    const paid = () => reportCharge(byHand.deps, SANDBOX, id, CHARGE);
    expect(await duringPoll(id, { status: "OPEN" }, paid)).toBeNull();
    expect(await paymentOf(id)).toMatchObject({ status: "SUCCESS", polledUntil: null });
  });

  test("a lookup that is asked for is made after it, also when the poll ends the payment", async () => {
    const [open, paid] = [await polled(AN_HOUR), await polled(AN_HOUR)];
    expect(await duringPoll(open, { status: "OPEN" }, () => ask(open))).toMatchObject({
      isAsked: true,
      isTaken: false,
      pause: about(0),
    });
    expect(await duringPoll(paid, CHARGE, () => ask(paid))).toMatchObject({ isAsked: true, isTaken: false });
    expect(await isPolled(paid)).toBe(false);
  });

  test("a payment that is dropped has its checkout closed at once", async () => {
    const id = await polled(AN_HOUR, 9);
    const drop = () => dropPayment(byHand.deps, SANDBOX, id);
    expect(await duringPoll(id, { status: "OPEN" }, drop)).toMatchObject({ polls: 0, pause: about(0) });
    expect(await isPolled(id)).toBe(true);
  });

  test("a worker that was killed loses nothing, and what it says when it comes back changes nothing", async () => {
    const id = await polled(AN_HOUR);
    const takeIt = () => duePolls.takeOne(byHand.deps.pool, randomUUID(), { merchantId: SANDBOX, id });
    const dead = await takeIt();
    expect(await takeIt()).toBeNull();
    await byHand.service.db.query("update payment_polls set taken_until = now() where payment_id = $1", [id]);
    const next = await takeIt();
    if (dead === null || next === null) throw new Error("it was not taken");
    await stepPoll(withGateway(open).deps, dead);
    expect(await rowOf(id)).toMatchObject({ isTaken: true, polls: 0 });
    await stepPoll(withGateway(open).deps, next);
    expect(await rowOf(id)).toMatchObject({ isTaken: false, polls: 1 });
  });

  test("a transaction that has locked the payment delays neither the poll of another one nor its own next poll", async () => {
    const [held, free] = [await polled(AN_HOUR), await polled(AN_HOUR)];
    const { deps } = withGateway(open);
    await inTransaction(byHand.deps.pool, async (db) => {
      await lockPayment(db, SANDBOX, held);
      for (const id of [held, free]) await poll(deps, id);
    });
    for (const id of [held, free]) expect(await rowOf(id)).toMatchObject({ isTaken: false, polls: 1 });
  });
});

test("a poll whose payment is gone, which no worker can take, is deleted, and no other one", async () => {
  const [gone, kept] = [await polled(AN_HOUR), await polled(AN_HOUR)];
  await byHand.service.db.query(
    "update payment_polls set due_at = now() - interval '1 hour' where payment_id = any($1)",
    [[gone, kept]],
  );
  await byHand.service.db.query("update payment_polls set payment_id = 'TXN-gone' where payment_id = $1", [
    gone,
  ]);
  await deleteOrphanedPolls(byHand.deps.pool);
  expect([await rowOf("TXN-gone"), await rowOf(kept)]).toMatchObject([null, { polls: 0 }]);
  await byHand.service.db.query("update payments set watched_until = null where id = $1", [gone]);
});

test("no statement that ends or begins the polling of payments leaves one without its row", async () => {
  const { rows } = await byHand.service.db.query(
    `select p.id from payments p full join payment_polls t on t.merchant_id = p.merchant_id and t.payment_id = p.id
     where (p.watched_until is not null) <> (t.payment_id is not null and t.asked_at is null) and t.asked_at is null`,
  );
  expect(rows).toEqual([]);
});
