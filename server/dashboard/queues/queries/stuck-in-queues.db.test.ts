import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { PaymentItem } from "@/lib/contract/ops/payments";
import type { WorkItemView } from "@/lib/queues/work-views";
import type { Ctx } from "../../context";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { listedPayment } from "@/tools/testing/dashboard/listed-payment";
import { PAYMENT_OPS, paymentDetail } from "@/tools/testing/dashboard/payment-bodies";
import { target } from "@/tools/testing/dashboard/work";
import { assignWork } from "../commands/assign-work";
import { finishWork } from "../commands/finish-work";
import { watchWorkAtService } from "../jobs/watch-work";
import { countWork } from "./count-work";
import { listQueue } from "./list-queue";

const SEARCH = "/v1/ops/payments/search";
const GET = "/v1/ops/payments/get";
const MINUTE_MS = 60_000;

let harness: Harness;
let ops: Ctx;
let support: Ctx;

beforeAll(async () => {
  harness = await startHarness();
});
beforeEach(async () => {
  await harness.reset();
  harness.service.ops = PAYMENT_OPS;
  ops = await harness.ctxOf("ops");
  support = await harness.ctxOf("support");
});
afterAll(() => harness.stop());

/** Payments that are unpaid for more than 30 minutes, oldest first. */
function stuck(count: number): PaymentItem[] {
  const now = harness.clock.now().getTime();
  return Array.from({ length: count }, (_, n) =>
    listedPayment({
      transaction_id: `TXN-${String(n)}`,
      merchant_transaction_id: `ORD-${String(n)}`,
      transaction_status: "INITIATED",
      transaction_date_time: new Date(now - (count - n + 30) * MINUTE_MS).toISOString(),
    }),
  );
}

/** The service lists them newest first, as long as the test runs. */
function lists(payments: readonly PaymentItem[]): void {
  const body = JSON.stringify({ payments: [...payments].reverse(), next_cursor: null });
  harness.service.always(SEARCH, { kind: "answer", status: 200, body, effect: false });
}

/** What the service answers about one of them next. */
function responses(payment: PaymentItem): void {
  const body = JSON.stringify(
    paymentDetail({ ...payment, gateway_transaction_id: "GW-1", udf1: null, udf2: null, udf3: null }),
  );
  harness.service.next(GET, { kind: "answer", status: 200, body, effect: false });
}

const queue = (ctx: Ctx, fields: Partial<Parameters<typeof listQueue>[1]> = {}) =>
  listQueue(ctx, { team: "ops", state: "open", owner: "all", ...fields });
const idsOf = (items: readonly WorkItemView[]): string[] => items.map(({ itemId }) => itemId);

async function take(payment: PaymentItem): Promise<WorkItemView> {
  const item = (await queue(ops)).items.find(({ itemId }) => itemId === payment.transaction_id);
  if (item === undefined) throw new Error("not in the queue");
  responses(payment);
  const outcome = await assignWork(ops, { ...target(item), personId: ops.actor.userId });
  if (outcome.kind !== "done") throw new Error(outcome.kind);
  return outcome.item;
}

describe("a stuck payment", () => {
  it("is in the queue of ops with its age and its money, and leaves when it is paid", async () => {
    const [first, second] = stuck(2) as [PaymentItem, PaymentItem];
    lists([first, second]);
    const view = await queue(ops);
    expect(view.items).toMatchObject([
      {
        kind: "payment",
        itemId: "TXN-0",
        condition: "payment_stuck",
        money: { amount: "500.00", currency: "INR" },
        href: "/payments/TXN-0?reference=ORD-0",
      },
      { itemId: "TXN-1" },
    ]);
    await take(first);
    lists([second]);
    const mine = await queue(ops, { team: null });
    expect(idsOf(mine.items)).toEqual(["TXN-1"]);
    expect(mine.ended).toMatchObject([{ itemId: "TXN-0", outcome: "gone" }]);
    responses({ ...first, transaction_status: "SUCCESS" });
    await watchWorkAtService(harness.services);
    expect((await queue(ops, { team: null })).ended).toMatchObject([{ itemId: "TXN-0", outcome: "paid" }]);
  });

  it("is checked at the service before it is changed: one that was paid is not assigned", async () => {
    const [payment] = stuck(1) as [PaymentItem];
    lists([payment]);
    const [item] = (await queue(ops)).items as [WorkItemView];
    responses({ ...payment, transaction_status: "SUCCESS" });
    expect(await assignWork(ops, { ...target(item), personId: ops.actor.userId })).toEqual({ kind: "ended" });
    harness.service.next(GET, { kind: "answer", status: 500, body: "{}", effect: false });
    expect(await assignWork(ops, { ...target(item), personId: ops.actor.userId })).toEqual({
      kind: "service_error",
      serviceError: { kind: "unavailable" },
    });
    expect((await harness.pool.query("select from work_items")).rowCount).toBe(0);
  });

  it("is nothing for those who may not see stuck payments", async () => {
    const [payment] = stuck(1) as [PaymentItem];
    lists([payment]);
    const item = await take(payment);
    expect(await assignWork(support, { ...target(item), personId: null })).toEqual({ kind: "forbidden" });
    responses(payment);
    expect(await assignWork(ops, { ...target(item), personId: support.actor.userId })).toMatchObject({
      kind: "invalid",
      fault: "not_assignable",
    });
    harness.service.calls.length = 0;
    expect((await queue(support, { team: null })).items).toEqual([]);
    expect(harness.service.callsOf(SEARCH)).toEqual([]);
  });

  it("that somebody has touched is shown while the service does not respond or lists no payments", async () => {
    const [first, second] = stuck(2) as [PaymentItem, PaymentItem];
    lists([first, second]);
    await take(first);
    harness.service.always(SEARCH, { kind: "answer", status: 500, body: "{}", effect: false });
    const silent = await queue(ops);
    expect([silent.gaps, idsOf(silent.items)]).toEqual([
      [{ kind: "service_error", of: "payment" }],
      ["TXN-0"],
    ]);
    harness.service.ops = null;
    harness.clock.advance(10 * MINUTE_MS);
    const without = await queue(ops);
    expect([without.gaps, idsOf(without.items)]).toEqual([
      [{ kind: "not_offered", of: "payment" }],
      ["TXN-0"],
    ]);
  });

  it("is asked for on a person’s own list only if the person has one", async () => {
    const payments = stuck(1);
    lists(payments);
    expect((await queue(ops, { team: null, owner: "mine" })).items).toEqual([]);
    // The counters of the navigation, which are cached.
    expect(harness.service.callsOf(SEARCH)).toHaveLength(1);
    await take(payments[0] as PaymentItem);
    harness.service.calls.length = 0;
    expect(idsOf((await queue(ops, { team: null, owner: "mine" })).items)).toEqual(["TXN-0"]);
    expect(harness.service.callsOf(SEARCH).length).toBeGreaterThan(0);
  });

  it("counts once, with the number that the navigation has read, and not while it is done", async () => {
    const payments = stuck(3);
    const [first, second] = payments as [PaymentItem, PaymentItem];
    lists(payments);
    expect(await countWork(ops)).toEqual({ count: 3, atLeast: false });
    await take(first);
    const item = (await queue(ops)).items.find(({ itemId }) => itemId === second.transaction_id);
    responses(second);
    expect(await finishWork(ops, { ...target(item as WorkItemView), reason: "test order" })).toMatchObject({
      kind: "done",
    });
    expect((await queue(ops)).counts).toMatchObject({ mine: 2, teams: { ops: 2 } });
    harness.service.calls.length = 0;
    expect(await countWork(ops)).toEqual({ count: 2, atLeast: false });
    expect(harness.service.calls).toEqual([]);
  });

  it("is on one of the pages, also when the service lists more than a page of them", async () => {
    const payments = stuck(150);
    lists(payments);
    const shown: string[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < 6; page += 1) {
      // As the service does: payments from the cursor on.
      const from = cursor?.split("~")[0] ?? "";
      lists(payments.filter((one) => String(one.transaction_date_time) >= from));
      const view = await queue(ops, cursor === undefined ? {} : { cursor });
      shown.push(...idsOf(view.items));
      if (view.nextCursor === null) break;
      cursor = view.nextCursor;
    }
    expect(shown).toEqual(payments.map(({ transaction_id: id }) => id));
  });
});
