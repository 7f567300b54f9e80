import { randomUUID } from "node:crypto";
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { ROLES } from "@/lib/can";
import { STATES_OF_STATUS } from "@/lib/payments/payment-state";
import { ForbiddenError } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { NO_FILTER, type PaymentFilter } from "../domain/payment-filter";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { listedPayment } from "@/tools/testing/dashboard/listed-payment";
import { exportRefunds } from "../../refunds/queries/export-refunds";
import { readRefundFilter } from "../../refunds/domain/refund-filter";
import { composed } from "@/tools/testing/dashboard/composed-role";
import { addNote } from "../../notes/commands/add-note";
import { exportLines } from "./export-lines";
import { exportPayments } from "./export-payments";

const SEARCH = "/v1/ops/payments/search";

let harness: Harness;
let ctx: Ctx;

beforeAll(async () => {
  harness = await startHarness();
});
beforeEach(async () => {
  await harness.reset();
  harness.service.ops = { idempotency: true, operations: ["payments.search"] };
  ctx = await harness.ctxOf("finance");
});
afterAll(() => harness.stop());

const waits: number[] = [];
const order = (filter: Partial<PaymentFilter> = {}) => ({
  filter: { ...NO_FILTER, ...filter },
  format: "csv" as const,
  zone: "UTC",
  wait: (ms: number) => {
    waits.push(ms);
    return Promise.resolve();
  },
});

function respondWith(body: unknown, status = 200, headers: Record<string, string> = {}): void {
  harness.service.next(SEARCH, {
    kind: "answer",
    status,
    body: JSON.stringify(body),
    headers,
    effect: false,
  });
}

async function streamed(filter: Partial<PaymentFilter> = {}): Promise<Response> {
  const outcome = await exportPayments(ctx, order(filter));
  if (outcome.kind !== "streaming") throw new Error(outcome.kind);
  return outcome.response;
}

const asked = (): Record<string, unknown>[] =>
  harness.service.calls
    .filter(({ path }) => path === SEARCH)
    .map(({ body }) => JSON.parse(body) as Record<string, unknown>);

it("needs the permission to see what it holds: of payments, of pasted lines and of refunds", async () => {
  const blind = await harness.ctxOf(composed(["export_records", "view_overview"]));
  respondWith({ payments: [listedPayment()], next_cursor: null });
  await expect(exportPayments(blind, order())).rejects.toBeInstanceOf(ForbiddenError);
  await expect(exportLines(blind, "ORD-1", "csv")).rejects.toBeInstanceOf(ForbiddenError);
  const { filter } = readRefundFilter({}, harness.clock.now());
  await expect(exportRefunds(blind, filter, "csv")).rejects.toBeInstanceOf(ForbiddenError);
});

it("holds every page of what the filter matches, up to the moment it was requested", async () => {
  const payments = Array.from({ length: 5 }, () => listedPayment());
  respondWith({ payments: payments.slice(0, 2), next_cursor: "a" });
  respondWith({ payments: payments.slice(2, 4), next_cursor: "b" });
  respondWith({ payments: payments.slice(4), next_cursor: null });
  const rows: string[][] = parse(await (await streamed({ status: STATES_OF_STATUS.SUCCESS })).text(), {
    bom: true,
  });
  expect(rows[0]).toContain("merchant_transaction_id");
  expect(rows.slice(1).map(([id]) => id)).toEqual(payments.map((payment) => payment.transaction_id));
  expect(asked().map(({ cursor }) => cursor)).toEqual([undefined, "a", "b"]);
  expect(asked()[2]).toMatchObject({ status: ["SUCCESS"], limit: 200 });
  expect(asked()[2]?.created_until).toMatch(/^2026-11-21T09:00:/);
  expect((await harness.audit()).at(-1)).toMatchObject({
    action: "export_finished",
    detail: { what: "payments", filter: '{"status":["SUCCESS"]}', rows: 5 },
  });
});

it("goes on after pages without a payment, and holds nothing where the service cannot filter so", async () => {
  expect(await exportPayments(ctx, order({ bank: "HDFC" }))).toEqual({ kind: "not_offered" });
  harness.clock.advance(10 * 60_000);
  harness.service.ops = { idempotency: true, operations: ["payments.search", "payments.kinds"] };
  respondWith({ payments: [], next_cursor: "a" });
  respondWith({ payments: [listedPayment()], next_cursor: "b" });
  respondWith({ payments: [], next_cursor: null });
  const rows: string[][] = parse(await (await streamed({ bank: "HDFC" })).text(), { bom: true });
  expect(rows).toHaveLength(2);
  expect(asked().map(({ issuing_bank, cursor }) => [issuing_bank, cursor])).toEqual([
    ["HDFC", undefined],
    ["HDFC", "a"],
    ["HDFC", "b"],
  ]);
});

it("neutralises a reference that a spreadsheet would run (failure 31)", async () => {
  respondWith({ payments: [listedPayment({ merchant_transaction_id: "=1+1" })], next_cursor: null });
  const rows: string[][] = parse(await (await streamed()).text(), { bom: true });
  expect(rows[1]?.[1]).toBe("'=1+1");
});

it("has the notes on each payment and on its refunds, oldest first", async () => {
  const payment = listedPayment();
  const id = payment.transaction_id;
  for (const text of ["first", "second, with\na line"]) {
    const subject = { kind: "payment", id } as const;
    await addNote(ctx, { noteId: randomUUID(), subject, text, mentions: [] });
  }
  respondWith({ payments: [payment, listedPayment()], next_cursor: null });
  const rows: string[][] = parse(await (await streamed()).text(), { bom: true });
  const column = rows[0]?.indexOf("notes") ?? -1;
  expect(rows[1]?.[column]).toMatch(
    /^2026-11-21T\S+Z Test finance: first\n2026\S+ Test finance: second, with\na line$/,
  );
  expect(rows[2]?.[column]).toBe("");
});

it("waits out a 429 in the middle for as long as the service asks, and goes on", async () => {
  waits.length = 0;
  respondWith({ payments: [listedPayment()], next_cursor: "a" });
  respondWith({ detail: "Wait." }, 429, { "retry-after": "7" });
  respondWith({ payments: [listedPayment()], next_cursor: null });
  expect((await (await streamed()).text()).trim().split("\r\n")).toHaveLength(3);
  expect(waits).toEqual([7_000]);
});

it("breaks off when the service stays away in the middle: no whole file of a part", async () => {
  respondWith({ payments: [listedPayment()], next_cursor: "a" });
  for (let tries = 0; tries < 4; tries += 1) respondWith("", 502);
  await expect((await streamed()).text()).rejects.toThrow();
  expect((await harness.audit()).at(-1)).toMatchObject({
    action: "export_broken",
    detail: { why: "unavailable" },
  });
});

it("a service that is away from the beginning is reported, before anything is sent", async () => {
  for (let tries = 0; tries < 4; tries += 1) respondWith("", 502);
  await expect(exportPayments(ctx, order())).rejects.toMatchObject({ serviceError: { kind: "unavailable" } });
});

it("says so where the service has no list, or the contact that was searched for is no longer kept", async () => {
  const customer = "3f0c8f2e-5f5e-4a55-9d0a-0a2d7f3f6a11";
  expect(await exportPayments(ctx, order({ customer }))).toEqual({ kind: "expired_search" });
  harness.service.ops = null;
  ctx = await harness.ctxOf("finance");
  await harness.reset();
  harness.service.ops = null;
  ctx = await harness.ctxOf("finance");
  expect(await exportPayments(ctx, order())).toEqual({ kind: "not_offered" });
});

it.each(ROLES)("is for finance and admins alone: %s", async (role) => {
  const by = await harness.ctxOf(role);
  if (role === "finance" || role === "admin") {
    respondWith({ payments: [], next_cursor: null });
    return expect((await exportPayments(by, order())).kind).toBe("streaming");
  }
  await expect(exportPayments(by, order())).rejects.toBeInstanceOf(ForbiddenError);
  expect(asked()).toEqual([]);
  expect(await harness.audit()).toMatchObject([{ action: "forbidden", detail: { deed: "export_records" } }]);
});
