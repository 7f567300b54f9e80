import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Ctx } from "../../context";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { listedPayment } from "@/tools/testing/dashboard/listed-payment";
import { NO_FILTER, type PaymentFilter } from "../domain/payment-filter";
import { livePayments } from "./live-payments";

const SEARCH = "/v1/ops/payments/search";
const SINCE = "2026-11-21T08:00:00.000Z";

let harness: Harness;
let ctx: Ctx;

beforeAll(async () => {
  harness = await startHarness();
});
beforeEach(async () => {
  await harness.reset();
  harness.service.ops = { idempotency: true, operations: ["payments.search"] };
  ctx = await harness.ctxOf("support");
});
afterAll(() => harness.stop());

const live = (filter: Partial<PaymentFilter> = {}, since: string | null = SINCE, ids = ["TXN1"]) =>
  livePayments(ctx, { filter: { ...NO_FILTER, ...filter }, zone: "UTC", ids, since, details: ["remaining"] });

function responses(payments: readonly object[], status = 200): void {
  harness.service.next(SEARCH, {
    kind: "answer",
    status,
    body: JSON.stringify({ payments, next_cursor: null }),
    headers: {},
    effect: false,
  });
}
const asked = (): unknown[] =>
  harness.service.calls.filter(({ path }) => path === SEARCH).map(({ body }) => JSON.parse(body) as unknown);
const on = (id: string, fields: object = {}) => listedPayment({ transaction_id: id, ...fields });

describe("a page of the list, later", () => {
  it("has its payments as they are now, and counts the newer ones that match", async () => {
    responses([on("TXN1", { refunded_amount: "10.00" })]);
    responses([on("TXN3", { transaction_date_time: "2026-11-21T08:59:00Z" }), on("TXN2"), on("TXN1")]);
    expect(await live({ prefix: "SO-" })).toMatchObject({
      kind: "live",
      rows: [{ transactionId: "TXN1", state: { state: "PARTLY_REFUNDED" }, refunded: "10.00", details: {} }],
      newer: 2,
      newestAt: "2026-11-21T08:59:00.000Z",
    });
    expect(asked()).toEqual([
      { transaction_ids: ["TXN1"], limit: 50 },
      { reference_prefix_any_case: "SO-", created_from: SINCE, limit: 50 },
    ]);
  });

  it("keeps a payment that the filter would not find any more, and counts none that is in another state", async () => {
    responses([on("TXN1")]);
    responses([on("TXN2")]);
    expect(await live({ status: ["REFUNDED"] })).toMatchObject({
      rows: [{ transactionId: "TXN1" }],
      newer: 0,
    });
  });

  it("that is not the first asks for no newer ones, and an empty one for nothing else", async () => {
    responses([on("TXN1")]);
    expect(await live({}, null)).toMatchObject({ kind: "live", newer: 0, newestAt: null });
    responses([on("TXN2")]);
    expect(await live({}, SINCE, [])).toMatchObject({ kind: "live", rows: [], newer: 1 });
    expect(asked()).toHaveLength(2);
  });

  it("leaves the calls of a service that limits them to what a person does", async () => {
    responses([], 429);
    responses([], 429);
    expect(await live()).toEqual({ kind: "unknown" });
    expect(await live()).toEqual({ kind: "unknown" });
    expect(asked()).toHaveLength(2);
    harness.clock.advance(60_000);
    responses([on("TXN1")]);
    responses([]);
    expect(await live()).toMatchObject({ kind: "live" });
  });

  it("counts newer ones within the filter's own time", async () => {
    responses([on("TXN1")]);
    responses([]);
    await live({ from: "2026-11-21T08:30:00.000Z" });
    expect(asked()[1]).toMatchObject({ created_from: "2026-11-21T08:30:00.000Z" });
    responses([on("TXN1")]);
    expect(await live({ until: "2026-11-21T07:00:00.000Z" })).toMatchObject({ kind: "live", newer: 0 });
    expect(asked()).toHaveLength(3);
  });

  it.each([
    ["refuses", () => responses([], 400)],
    ["is busy", () => responses([], 503)],
    [
      "has no list",
      () => {
        harness.service.ops = { idempotency: true, operations: [] };
      },
    ],
  ])("is unknown where the service %s, and never shown as unchanged", async (_, given) => {
    given();
    given();
    harness.clock.advance(10 * 60_000);
    expect(await live()).toEqual({ kind: "unknown" });
  });
});
