import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { TransactionRecord } from "@/lib/contract/responses";
import type { Ctx } from "../context";
import { resolveRefundIntent } from "../refunds/jobs/resolve-refund-intent";
import { trackRefund } from "../refunds/jobs/track-refund";
import { requestRefund } from "../refunds/commands/request-refund";
import { createRoutingClient } from "../routing-client/client";
import { NO_COUNTERS } from "../monitoring/counters";
import { composed } from "@/tools/testing/dashboard/composed-role";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { refundInput } from "@/tools/testing/dashboard/refund-input";
import { TEST_CREDENTIALS } from "@/tools/testing/dashboard/scripted-ledger";
import { insertUnknownRefund, leaveUnknown } from "@/tools/testing/dashboard/unknown-refund";
import { waitingRows } from "@/tools/testing/dashboard/due-work";
import { dueIntents } from "../jobs/due-tables";
import { claimEarlierService } from "./commands/claim-earlier-service";
import { listEarlierServices } from "./queries/list-earlier-services";
import { recognizeService } from "./recognize-service";
import { MOVED_TABLES } from "./store/move-records";

let harness: Harness;
let ctx: Ctx;
let payment: TransactionRecord;

beforeAll(async () => {
  harness = await startHarness();
});
beforeEach(async () => {
  await harness.reset();
  tellMerchant("merchant_1");
  ctx = await harness.ctxOf("admin");
  payment = harness.service.addPayment({ merchant_transaction_id: "ORD-1" });
});
afterAll(() => harness.stop());

function tellMerchant(merchantId: string | null): void {
  const operations = ["refunds.balance", "refunds.search"];
  harness.service.ops = {
    idempotency: true,
    operations,
    ...(merchantId !== null && { merchant_id: merchantId }),
  };
}

/** A process of the dashboard that reaches the same service under another host name. */
function atOtherAddress(given: Ctx = ctx): Ctx {
  const routing = createRoutingClient({
    env: {
      ...TEST_CREDENTIALS,
      baseUrl: new URL(harness.service.baseUrl.replace("127.0.0.1", "localhost")),
      timeoutMs: 1_000,
    },
    clock: harness.clock,
    logger: harness.services.logger,
    counters: NO_COUNTERS,
  });
  return { ...given, routing };
}

/** A context of a process that was started later, with the same address. */
const restarted = (): Ctx => ({ ...ctx, routing: harness.connect().routing });

const addressesOf = async (table: string): Promise<string[]> => {
  const { rows } = await harness.pool.query<{ address: string }>(
    `select distinct service_address as address from ${table} order by 1`,
  );
  return rows.map(({ address }) => address);
};
const stateOf = async (id: string): Promise<unknown> =>
  (await harness.pool.query<{ state: string }>("select state from refund_intents where id = $1", [id]))
    .rows[0]?.state;

describe("a service that tells what it calls the merchant (0355)", () => {
  it("is the same under another address: an unknown refund is resolved, and one in progress polled", async () => {
    await recognizeService(ctx);
    const unknown = await leaveUnknown(harness, ctx, payment, { tookEffect: true });
    const other = harness.service.addPayment({ merchant_transaction_id: "ORD-2" });
    const accepted = await requestRefund(ctx, refundInput(other));
    if (accepted.kind !== "accepted") throw new Error(accepted.kind);
    const moved = atOtherAddress();
    await recognizeService(moved);
    expect(await addressesOf("refund_intents")).toEqual([moved.routing.serviceAddress]);
    await resolveRefundIntent(moved, unknown);
    expect(await stateOf(unknown)).toBe("ACCEPTED");
    for (const refund of harness.service.refunds)
      Object.assign(refund, {
        refund_status: "SUCCESS",
        refund_completed_at: harness.clock.now().toISOString(),
      });
    await harness.pass(60_000);
    await trackRefund(moved, {
      serviceAddress: moved.routing.serviceAddress,
      refundId: accepted.refundId,
    });
    const { rows } = await harness.pool.query(
      "select status from tracked_refunds where refund_id = $1 and completed_at is not null",
      [accepted.refundId],
    );
    expect(rows).toEqual([{ status: "SUCCESS" }]);
    expect(harness.service.refunds).toHaveLength(2);
    expect((await harness.audit()).find(({ action }) => action === "service_address_changed")).toMatchObject({
      actor_email: "system",
      detail: { before: ctx.routing.serviceAddress, after: moved.routing.serviceAddress },
    });
  });

  it("an unknown refund that a worker has just found to be of another address is due again at once", async () => {
    await recognizeService(ctx);
    const unknown = await leaveUnknown(harness, ctx, payment, { tookEffect: true });
    const row = await dueIntents.takeOne(harness.pool, "a worker", { id: unknown });
    if (row === null) throw new Error("nothing to resolve");
    await recognizeService(atOtherAddress());
    await dueIntents.release(harness.pool, [{ row, pauseMs: 600_000 }]);
    const [waiting] = await waitingRows(harness.pool, ["resolve-refund-intent"]);
    expect(waiting?.inMs).toBeLessThanOrEqual(0);
  });

  it("and back: what was stored before it told anything is moved from its first contact on", async () => {
    const unknown = await leaveUnknown(harness, ctx, payment, { tookEffect: false });
    await recognizeService(ctx);
    const moved = atOtherAddress();
    await recognizeService(moved);
    const back = restarted();
    await recognizeService(back);
    expect(await addressesOf("refund_intents")).toEqual([ctx.routing.serviceAddress]);
    await resolveRefundIntent(back, unknown);
    expect(await stateOf(unknown)).toBe("ACCEPTED");
  });

  it("what a process with the earlier address still writes comes along, and that process takes nothing back", async () => {
    await recognizeService(ctx);
    const moved = atOtherAddress();
    await recognizeService(moved);
    await leaveUnknown(harness, ctx, payment, { tookEffect: true });
    await recognizeService(ctx);
    expect(await addressesOf("refund_intents")).toEqual([ctx.routing.serviceAddress]);
    await recognizeService(moved);
    expect(await addressesOf("refund_intents")).toEqual([moved.routing.serviceAddress]);
    await recognizeService(ctx);
    expect(await addressesOf("refund_intents")).toEqual([moved.routing.serviceAddress]);
  });

  it("so does what that process writes last, if it stops without looking at the service again", async () => {
    await recognizeService(ctx);
    const moved = atOtherAddress();
    await recognizeService(moved);
    const unknown = await leaveUnknown(harness, ctx, payment, { tookEffect: true });
    await recognizeService(moved);
    expect(await listEarlierServices(moved)).toEqual([]);
    await resolveRefundIntent(moved, unknown);
    expect(await stateOf(unknown)).toBe("ACCEPTED");
  });

  it("another merchant at the address has none of the records, and they are there again with the first one's key", async () => {
    await recognizeService(ctx);
    const unknown = await leaveUnknown(harness, ctx, payment, { tookEffect: true });
    tellMerchant("merchant_2");
    const other = restarted();
    await recognizeService(other);
    expect(await addressesOf("refund_intents")).toEqual([`${ctx.routing.serviceAddress}#merchant_1`]);
    await resolveRefundIntent(other, unknown);
    expect(await stateOf(unknown)).toBe("UNKNOWN");
    tellMerchant("merchant_1");
    const again = restarted();
    await recognizeService(again);
    await resolveRefundIntent(again, unknown);
    expect(await stateOf(unknown)).toBe("ACCEPTED");
  });

  it("one that does not answer changes nothing", async () => {
    await recognizeService(ctx);
    await leaveUnknown(harness, ctx, payment, { tookEffect: true });
    const moved = atOtherAddress();
    harness.service.always("/v1/ops/capabilities", { kind: "drop", when: "before" });
    await recognizeService(moved);
    expect(await addressesOf("refund_intents")).toEqual([ctx.routing.serviceAddress]);
  });
});

describe("a service that tells nothing", () => {
  beforeEach(() => tellMerchant(null));

  const claim = (as: Ctx) => claimEarlierService(as, { address: ctx.routing.serviceAddress });

  it("is said to be the same by an admin, proved by a payment that both know", async () => {
    await recognizeService(ctx);
    const unknown = await leaveUnknown(harness, ctx, payment, { tookEffect: true });
    const moved = atOtherAddress();
    await recognizeService(moved);
    expect(await addressesOf("refund_intents")).toEqual([ctx.routing.serviceAddress]);
    expect(await listEarlierServices(moved)).toMatchObject([
      { address: ctx.routing.serviceAddress, openRefunds: 1 },
    ]);
    expect(await claim(moved)).toEqual({ kind: "done" });
    expect(await listEarlierServices(moved)).toEqual([]);
    await resolveRefundIntent(moved, unknown);
    expect(await stateOf(unknown)).toBe("ACCEPTED");
    expect(await claim(moved)).toEqual({ kind: "not_found" });
  });

  it("that has none of the payments is not the same, whoever says so", async () => {
    await recognizeService(ctx);
    await insertUnknownRefund(ctx, { transactionId: "TXN-elsewhere", reference: "ORD-1" });
    const moved = atOtherAddress();
    await recognizeService(moved);
    expect(await claim(moved)).toEqual({ kind: "other_merchant" });
    expect(await addressesOf("refund_intents")).toEqual([ctx.routing.serviceAddress]);
  });

  it("of which nothing is known to compare is not the same", async () => {
    await recognizeService(ctx);
    const moved = atOtherAddress();
    await recognizeService(moved);
    expect(await claim(moved)).toEqual({ kind: "no_payment" });
  });

  it("and one that says it is another merchant is not asked for payments", async () => {
    tellMerchant("merchant_1");
    await recognizeService(ctx);
    await leaveUnknown(harness, ctx, payment, { tookEffect: true });
    tellMerchant("merchant_2");
    const moved = atOtherAddress();
    await recognizeService(moved);
    expect(await claim(moved)).toEqual({ kind: "other_merchant" });
    expect(await listEarlierServices(moved)).toEqual([]);
  });

  it("is claimed only by people who manage keys", async () => {
    const other = await harness.ctxOf(composed(["view_payments", "settle_refund"]));
    expect(await claimEarlierService(other, { address: "http://x" })).toEqual({ kind: "forbidden" });
    expect((await harness.audit()).at(-1)?.action).toBe("forbidden");
  });
});

it("every table whose rows name a service is moved, with what is unique in it", async () => {
  const { rows } = await harness.pool.query<{ table: string; columns: string[] | null }>(
    `select c.table_name as table,
       (select array_agg(a.attname::text order by a.attname) from pg_index i
        join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey::int2[]) and a.attname <> 'service_address'
        where i.indrelid = to_regclass(c.table_name) and i.indisunique and exists (
          select from pg_attribute s where s.attrelid = i.indrelid and s.attnum = any(i.indkey::int2[])
            and s.attname = 'service_address')) as columns
     from information_schema.columns c
     where c.table_schema = current_schema() and c.column_name = 'service_address' order by 1`,
  );
  const listed = MOVED_TABLES.map(({ table, unique }) => ({
    table,
    columns: unique === undefined ? null : [...unique].sort(),
  }));
  expect(listed.sort((a, b) => (a.table < b.table ? -1 : 1))).toEqual(rows);
});

it("a refund that was opened by its id under one address and made under the other is still made here", async () => {
  tellMerchant("merchant_1");
  await recognizeService(ctx);
  const refundId = `RFD-${randomUUID()}`;
  const moved = atOtherAddress();
  for (const [as, isMadeHere] of [
    [ctx, true],
    [moved, false],
  ] as const)
    await harness.pool.query(
      `insert into tracked_refunds (service_address, refund_id, transaction_id, reference, amount_paise, currency, status,
         requested_at, is_made_here, checked_at, asked_at, next_check_at)
       values ($1, $2, 'TXN-1', 'ORD-1', 100, 'INR', 'INITIATED', now(), $3, now(), now(), now())`,
      [as.routing.serviceAddress, refundId, isMadeHere],
    );
  await recognizeService(moved);
  const { rows } = await harness.pool.query(
    'select service_address as address, is_made_here as "isMadeHere" from tracked_refunds',
  );
  expect(rows).toEqual([{ address: moved.routing.serviceAddress, isMadeHere: true }]);
});
