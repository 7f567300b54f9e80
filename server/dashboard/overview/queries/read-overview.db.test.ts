import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ROLES } from "@/lib/can";
import { requestRefund } from "../../refunds/commands/request-refund";
import type { Ctx } from "../../context";
import { overviewSpan } from "../domain/overview-span";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { listedPayment } from "@/tools/testing/dashboard/listed-payment";
import { readOverview } from "./read-overview";

const COUNTS = "/v1/ops/payments/counts";
const SEARCH = "/v1/ops/payments/search";

let harness: Harness;
let ctx: Ctx;

beforeAll(async () => {
  harness = await startHarness();
});
beforeEach(async () => {
  await harness.reset();
  ctx = await harness.ctxOf("support");
});
afterAll(() => harness.stop());

const read = (by: Ctx = ctx) =>
  readOverview(by, overviewSpan("7d", by.clock.now(), "Asia/Kolkata"), "Asia/Kolkata");

function offer(...operations: string[]): void {
  harness.service.ops = { idempotency: true, operations };
}

function responses(path: `/v1/ops/${string}`, body: unknown, status = 200): void {
  harness.service.next(path, { kind: "answer", status, body: JSON.stringify(body), effect: false });
}

const count = (fields: Record<string, unknown>) => ({
  bucket: "2026-11-20T18:30:00.000Z",
  status: "SUCCESS",
  currency: "INR",
  count: 4,
  amount: "40.00",
  ...fields,
});

describe("the overview", () => {
  it("compares with the period before, up to the same time, and does without it when it cannot be read", async () => {
    offer("payments.counts");
    const isEarlier = (body: string) => body.includes('"from":"2026-11-07T18:30:00.000Z"');
    const earlierCount = count({ bucket: "2026-11-13T18:30:00.000Z", count: 3, amount: "30.00" });
    // The four requests arrive in any order.
    harness.service.always(COUNTS, {
      kind: "answer",
      status: 200,
      body: (body) => JSON.stringify({ counts: [isEarlier(body) ? earlierCount : count({})] }),
      effect: false,
    });
    const { payments } = await read();
    expect(payments).toMatchObject({
      kind: "counted",
      before: {
        totals: { counts: { SUCCESS: 3 }, paid: [{ currency: "INR", amount: "30.00" }] },
        sums: [0, 0, 0, 0, 0, 0, 3],
      },
    });
    const earlier = harness.service
      .callsOf(COUNTS)
      .filter(({ body }) => isEarlier(body))
      .map(({ body }) => JSON.parse(body) as object)[0];
    // The clock of the tests goes on in milliseconds.
    const sameTime = new Date(ctx.clock.now().getTime() - 7 * 24 * 60 * 60_000).toISOString();
    expect(earlier).toMatchObject({
      from: "2026-11-07T18:30:00.000Z",
      until: expect.stringContaining(sameTime.slice(0, 16)) as string,
      bucket: "day",
    });
    harness.service.always(COUNTS, {
      kind: "answer",
      status: 200,
      // What cannot be read as a response.
      body: (body) => (isEarlier(body) ? "{}" : JSON.stringify({ counts: [count({})] })),
      effect: false,
    });
    expect((await read()).payments).toMatchObject({ kind: "counted", before: null });
  });

  it("asks for days of the viewer's zone, and for gateways and methods apart", async () => {
    offer("payments.counts");
    for (let call = 0; call < 4; call += 1)
      responses(COUNTS, { counts: [count({ gateway: "a", payment_method: "UPI" })] });
    const { payments } = await read();
    expect(payments).toMatchObject({
      kind: "counted",
      totals: { counts: { SUCCESS: 4 }, rate: 1, paid: [{ currency: "INR", amount: "40.00" }] },
      byGateway: [{ name: "a", paid: 4 }],
      byMethod: [{ name: "UPI", paid: 4 }],
    });
    const asked = harness.service.calls
      .filter(({ path }) => path === COUNTS)
      .map(({ body }) => JSON.parse(body) as Record<string, string>);
    expect(asked.map(({ bucket, split_by: by }) => [bucket, by])).toEqual(
      expect.arrayContaining([
        ["day", undefined],
        ["month", "gateway"],
        ["month", "payment_method"],
      ]),
    );
    expect(asked[0]).toMatchObject({ time_zone: "Asia/Kolkata", from: "2026-11-14T18:30:00.000Z" });
  });

  it("does not take a service that could not be reached since we started for one that counts nothing", async () => {
    const down = { kind: "answer", status: 502, body: "<html>", effect: false } as const;
    harness.service.next("/v1/ops/capabilities", down);
    harness.service.next("transaction_status", down);
    expect(await read()).toMatchObject({
      payments: { kind: "service_error", serviceError: { kind: "unavailable" } },
      stuck: null,
      refunds: { byAge: { source: "ledger" } },
    });
  });

  it("has what success-rate routing gained for who may see gateways, and nothing where no payment was decided so", async () => {
    offer("payments.routing_gain");
    const GAIN = "/v1/ops/payments/routing-gain";
    const gained = {
      payments: 900,
      compared: 900,
      gain: { difference: 0.02, low: 0.01, high: 0.03 },
      basis: "earlier",
      from: "2026-11-18",
      before: "2026-11-25",
    };
    const admin = await harness.ctxOf("admin");
    responses(GAIN, gained);
    expect((await read(admin)).gain).toEqual({
      payments: 900,
      compared: 900,
      gain: gained.gain,
      basis: "earlier",
    });
    const tooFew = { ...gained, payments: 84, compared: 0, gain: null, basis: null };
    responses(GAIN, tooFew);
    expect((await read(admin)).gain).toEqual({ payments: 84, compared: 0, gain: null, basis: null });
    responses(GAIN, { ...gained, basis: "of a newer service" });
    expect((await read(admin)).gain).toBeNull();
    responses(GAIN, { ...tooFew, payments: 0 });
    expect((await read(admin)).gain).toBeNull();
    responses(GAIN, { detail: "no" }, 500);
    expect((await read(admin)).gain).toBeNull();
    const calls = harness.service.callsOf(GAIN).length;
    expect((await read(await harness.ctxOf("support"))).gain).toBeNull();
    expect(harness.service.callsOf(GAIN)).toHaveLength(calls);
  });

  it("says what is not offered, and counts the refunds requested here all the same", async () => {
    harness.service.ops = null;
    const payment = harness.service.addPayment({ merchant_transaction_id: "ORD-1" });
    const finance = await harness.ctxOf("finance");
    const outcome = await requestRefund(finance, {
      intentId: randomUUID(),
      reference: "ORD-1",
      transactionId: payment.transaction_id,
      amount: "10.00",
      reason: "",
    });
    expect(outcome.kind).toBe("accepted");
    expect(await read(finance)).toMatchObject({
      payments: { kind: "not_offered" },
      stuck: null,
      refunds: {
        byAge: { source: "ledger", ages: { hour: 1, day: 0, week: 0, older: 0 }, atLeast: false },
        byEnd: { open: 1, SUCCESS: 0 },
      },
    });
  });

  it("counts refunds that anybody made by their age, where the service lists them, and says when there are more", async () => {
    offer("refunds.search");
    const refund = (requestedAt: string) => ({
      refund_id: `RFD${randomUUID()}`,
      transaction_id: "TXN1",
      merchant_transaction_id: "ORD-1",
      refund_amount: "1.00",
      refund_status: "INITIATED",
      gateway_refund_id: null,
      refund_reason: null,
      refund_requested_at: requestedAt,
      refund_completed_at: null,
    });
    responses("/v1/ops/refunds/search", {
      refunds: [refund("2026-11-21T08:59:00Z"), refund("2026-11-20T10:00:00Z")],
      next_cursor: "more",
    });
    responses("/v1/ops/refunds/search", { refunds: [refund("2026-11-01T10:00:00Z")], next_cursor: null });
    expect((await read()).refunds.byAge).toEqual({
      source: "service",
      ages: { hour: 1, day: 1, week: 0, older: 1 },
      atLeast: true,
    });
  });

  it("tells how many are stuck, up to a bound, and nothing where it is not known", async () => {
    offer("payments.search");
    responses(SEARCH, {
      payments: [listedPayment({ transaction_status: "INITIATED" })],
      next_cursor: "more",
    });
    expect((await read()).stuck).toEqual({ count: 1, atLeast: true });
    responses(SEARCH, "", 502);
    expect((await read()).stuck).toBeNull();
  });

  it("a service error in one part is reported there and leaves the others", async () => {
    offer("payments.counts", "payments.search");
    responses(COUNTS, { counts: [] });
    responses(COUNTS, "", 502);
    responses(COUNTS, { counts: [] });
    responses(SEARCH, { payments: [], next_cursor: null });
    expect(await read()).toMatchObject({
      payments: { kind: "service_error", serviceError: { kind: "unavailable" } },
      stuck: { count: 0, atLeast: false },
    });
  });

  it.each(ROLES)("is open to every role: %s", async (role) => {
    expect((await read(await harness.ctxOf(role))).payments.kind).toBe("not_offered");
  });
});
