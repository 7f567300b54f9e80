import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ROLES } from "@/lib/can";
import { startCustomerSearch } from "../commands/start-customer-search";
import { STATES_OF_STATUS } from "@/lib/payments/payment-state";
import type { Ctx } from "../../context";
import { NO_FILTER, type PaymentFilter } from "../domain/payment-filter";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { listedPayment } from "@/tools/testing/dashboard/listed-payment";
import { listPayments } from "./list-payments";

const SEARCH = "/v1/ops/payments/search";

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

const list = (filter: Partial<PaymentFilter> = {}, cursor: string | null = null, by: Ctx = ctx) =>
  listPayments(by, { filter: { ...NO_FILTER, ...filter }, cursor, zone: "Asia/Kolkata" });

function responses(body: unknown, status = 200, headers: Record<string, string> = {}): void {
  harness.service.next(SEARCH, {
    kind: "answer",
    status,
    body: JSON.stringify(body),
    headers,
    effect: false,
  });
}

const asked = (): unknown => {
  const call = harness.service.calls.find(({ path }) => path === SEARCH);
  return call === undefined ? null : JSON.parse(call.body);
};

describe("the list of payments", () => {
  it("asks for one page by the filter, and shows what was paid with and what was refunded", async () => {
    const payment = listedPayment({
      paid_method: "CC",
      refunded_amount: "10.00",
      in_progress_amount: "0.00",
    });
    responses({ payments: [payment], next_cursor: "older" });
    expect(
      await list({ status: STATES_OF_STATUS.SUCCESS, min: "5.00", range: "today" }, "here"),
    ).toMatchObject({
      kind: "listed",
      nextCursor: "older",
      payments: [
        { transactionId: payment.transaction_id, method: "CC", refunded: "10.00", inProgress: null },
      ],
    });
    expect(asked()).toEqual({
      status: ["SUCCESS"],
      amount_min: "5.00",
      created_from: "2026-11-20T18:30:00.000Z",
      cursor: "here",
      limit: 50,
    });
  });

  it("by card scheme, bank or currency is of a service that can filter by these, and no other gets a call", async () => {
    expect(await list({ scheme: "VISA" })).toEqual({ kind: "filter_not_offered" });
    expect(asked()).toBeNull();
    harness.clock.advance(10 * 60_000);
    harness.service.ops = { idempotency: true, operations: ["payments.search", "payments.kinds"] };
    responses({ payments: [], next_cursor: "older" });
    expect(await list({ scheme: "VISA", bank: "HDFC", currency: "INR" })).toEqual({
      kind: "listed",
      payments: [],
      nextCursor: "older",
    });
    expect(asked()).toEqual({ card_scheme: "VISA", issuing_bank: "HDFC", currency: "INR", limit: 50 });
  });

  it("is not offered by a service without it, which gets no call", async () => {
    harness.service.ops = null;
    expect(await list()).toEqual({ kind: "not_offered" });
    expect(asked()).toBeNull();
  });

  it.each([
    ["could not be reached since we started", 502, "<html>", { kind: "unavailable" }],
    ["is too busy to say", 429, '{"detail":"Wait."}', { kind: "busy", retryAfterSeconds: 1 }],
    ["refuses our key", 401, '{"detail":"Invalid ops signature."}', { kind: "key_refused" }],
  ])("by a service that %s is serviceError, never not offered", async (_name, status, body, serviceError) => {
    for (const path of ["/v1/ops/capabilities", "transaction_status"] as const)
      harness.service.next(path, { kind: "answer", status, body, effect: false });
    expect(await list()).toEqual({ kind: "service_error", serviceError });
    harness.clock.advance(10_000);
    responses({ payments: [], next_cursor: null });
    expect(await list()).toMatchObject({ kind: "listed" });
  });

  it.each([
    ["a 502 page", 502, "<html>", { kind: "unavailable" }],
    ["an empty 200", 200, "", { kind: "unavailable" }],
    [
      "a list of something else",
      200,
      '{"payments":[{"id":1}],"next_cursor":null}',
      {
        kind: "unavailable",
        difference: { endpoint: "/v1/ops/payments/search", field: "payments.0.transaction_id" },
      },
    ],
    ["a refused key", 401, '{"detail":"Invalid ops signature."}', { kind: "key_refused" }],
    ["too many calls", 429, '{"detail":"Wait."}', { kind: "busy", retryAfterSeconds: 1 }],
  ])("%s is serviceError, never an empty list (failure 7)", async (_name, status, body, serviceError) => {
    await ctx.routing.capabilities();
    harness.service.next(SEARCH, { kind: "answer", status, body, effect: false });
    expect(await list()).toEqual({ kind: "service_error", serviceError });
  });

  it("tells a page that is gone apart from a value that the service refuses, in its words", async () => {
    responses({ detail: "Invalid.", faults: [{ field: "cursor", text: "Is not known." }] }, 400);
    expect(await list({}, "gone")).toEqual({ kind: "unknown_page" });
    responses({ detail: "Invalid.", faults: [{ field: "gateway", text: "Must not be blank." }] }, 400);
    expect(await list()).toEqual({ kind: "refused", words: "gateway: Must not be blank." });
  });

  it.each(ROLES)("is open to every role: %s", async (role) => {
    responses({ payments: [], next_cursor: null });
    expect(await list({}, null, await harness.ctxOf(role))).toEqual({
      kind: "listed",
      payments: [],
      nextCursor: null,
    });
  });
});

describe("a search by a customer's contact (decision 0110)", () => {
  const begin = async (value: string, by: Ctx = ctx): Promise<string> => {
    const outcome = await startCustomerSearch(by, { value });
    if (outcome.kind !== "begun") throw new Error(outcome.kind);
    return outcome.searchId;
  };

  it("hands the contact to the service and to nobody else: the audit log has only its kind", async () => {
    const customer = await begin(" Someone@example.com ");
    responses({ payments: [], next_cursor: null });
    await list({ customer });
    expect(asked()).toEqual({ customer_email: "Someone@example.com", limit: 50 });
    expect(await harness.audit()).toMatchObject([
      { action: "customer_searched", detail: { field: "email" } },
    ]);
    expect(JSON.stringify(await harness.audit())).not.toContain("Someone");
  });

  it("takes what has no @ for a phone number", async () => {
    const customer = await begin("+91 98765 43210");
    responses({ payments: [], next_cursor: null });
    await list({ customer });
    expect(asked()).toEqual({ customer_phone: "+91 98765 43210", limit: 50 });
  });

  it("is of no use to anybody else, nor after half an hour", async () => {
    const customer = await begin("someone@example.com");
    expect(await list({ customer }, null, await harness.ctxOf("admin"))).toEqual({ kind: "expired_search" });
    harness.clock.advance(30 * 60_000);
    expect(await list({ customer })).toEqual({ kind: "expired_search" });
    expect(asked()).toBeNull();
  });

  it("ends with the session, and what has run out goes with the next search", async () => {
    const stored = async (): Promise<string[]> =>
      (await harness.pool.query<{ value: string }>("select value from customer_searches")).rows.map(
        ({ value }) => value,
      );
    await begin("first@example.com");
    harness.clock.advance(30 * 60_000);
    await begin("second@example.com");
    expect(await stored()).toEqual(["second@example.com"]);
    await harness.pool.query("delete from sessions");
    expect(await stored()).toEqual([]);
  });

  it.each([
    ["  ", "blank"],
    ["x".repeat(256), "too_long"],
    ["a\0@b", "not_a_text"],
  ])("never begins for %j", async (value, fault) => {
    expect(await startCustomerSearch(ctx, { value })).toEqual({ kind: "invalid", fault });
  });

  it("does not begin when it cannot be written down (failure 38)", async () => {
    const repair = await harness.breakAudit();
    await expect(startCustomerSearch(ctx, { value: "a@b.example" })).rejects.toThrow("disk full");
    await repair();
    expect((await harness.pool.query("select 1 from customer_searches")).rowCount).toBe(0);
  });
});
