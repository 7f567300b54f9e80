import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { ROLES } from "@/lib/can";
import type { PaymentItem } from "@/lib/contract/ops/payments";
import type { LineResult } from "@/lib/payments/lines-view";
import type { Ctx } from "../../context";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { listedPayment } from "@/tools/testing/dashboard/listed-payment";
import { exportLines } from "../queries/export-lines";
import { findLines } from "./find-lines";

const SEARCH = "/v1/ops/payments/search";
const TXN = "TXN202611250101010000001";

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

function responses(payments: readonly PaymentItem[], status = 200): void {
  const body = JSON.stringify({ payments, next_cursor: null });
  harness.service.next(SEARCH, { kind: "answer", status, body, effect: false });
}

async function found(text: string): Promise<readonly LineResult[]> {
  const outcome = await findLines(ctx, text);
  if (outcome.kind !== "done") throw new Error(outcome.kind);
  return outcome.lines;
}

const searches = (): Record<string, unknown>[] =>
  harness.service.calls
    .filter(({ path }) => path === SEARCH)
    .map(({ body }) => JSON.parse(body) as Record<string, unknown>);

it("searches a line as what it is, and says of each what was found", async () => {
  responses([listedPayment({ transaction_id: TXN })]);
  expect(await found(TXN)).toMatchObject([{ line: TXN, kind: "found", payments: [{ transactionId: TXN }] }]);
  responses([]);
  responses([listedPayment(), listedPayment()]);
  expect(await found("simpay_1")).toMatchObject([{ kind: "found", isMore: false, payments: [{}, {}] }]);
  responses([]);
  responses([]);
  expect(await found("simpay_2")).toMatchObject([{ kind: "not_found" }]);
  expect(searches()).toMatchObject([
    { transaction_id: TXN },
    { merchant_transaction_id: "simpay_1" },
    { gateway_transaction_id: "simpay_1" },
    { merchant_transaction_id: "simpay_2" },
    { gateway_transaction_id: "simpay_2" },
  ]);
});

it("says that there are more than it shows", async () => {
  responses(Array.from({ length: 11 }, () => listedPayment()));
  const [line] = await found("ORD");
  expect(line).toMatchObject({ kind: "found", isMore: true });
  expect(line?.kind === "found" && line.payments).toHaveLength(10);
});

it("finds the payments of every writing of a phone number, each once", async () => {
  const both = listedPayment();
  for (const payments of [[], [], [both], [both, listedPayment()], []]) responses(payments);
  const [line] = await found("9876543210");
  expect(line?.kind === "found" && line.payments).toHaveLength(2);
  expect(searches().slice(2)).toMatchObject([
    { customer_phone: "9876543210" },
    { customer_phone: "+919876543210" },
    { customer_phone: "919876543210" },
  ]);
});

it("an export says that a line has more payments, and records a search for contacts", async () => {
  ctx = await harness.ctxOf("finance");
  responses(Array.from({ length: 11 }, () => listedPayment()));
  const file = await exportLines(ctx, "asha@example.com", "csv");
  const rows: string[][] = parse((await file?.text()) ?? "", { bom: true });
  expect(rows).toHaveLength(11);
  expect(new Set(rows.slice(1).map((row) => row[rows[0]?.indexOf("more_payments") ?? -1]))).toEqual(
    new Set(["more than these"]),
  );
  const log = await harness.audit();
  expect(log[0]).toMatchObject({ action: "customer_searched", detail: { count: 1 } });
  expect(JSON.stringify(log)).not.toContain("asha@example.com");
});

it("never takes a missing response for not found (failure 7)", async () => {
  responses([], 502);
  expect(await found(TXN)).toMatchObject([{ kind: "service_error", serviceError: { kind: "unavailable" } }]);
});

it("keeps the order of the lines, without empty ones and repetitions", async () => {
  const ids = Array.from({ length: 12 }, (_, index) => TXN.slice(0, -2) + String(index + 10));
  for (const _ of ids) responses([]);
  const lines = await found(`${ids.join("\r\n")}\n\n${ids[0] ?? ""}`);
  expect(lines.map(({ line }) => line)).toEqual(ids);
});

it("records that contacts were searched for, not which", async () => {
  responses([listedPayment()]);
  expect(await found("asha@example.com")).toMatchObject([{ kind: "found" }]);
  const log = await harness.audit();
  expect(log).toMatchObject([{ action: "customer_searched", detail: { count: 1 } }]);
  expect(JSON.stringify(log)).not.toContain("asha@example.com");
});

it.each([[null], [1], [{}], [Object.create(null)], [["A-1"]]])(
  "answers malformed input %#",
  async (input) => {
    expect(await findLines(ctx, input)).toEqual({ kind: "empty" });
  },
);

it("refuses no line, and more than 50; a line that can be nothing is named", async () => {
  expect(await findLines(ctx, " \n\t ")).toEqual({ kind: "empty" });
  const many = Array.from({ length: 51 }, (_, index) => `A-${String(index)}`).join("\n");
  expect(await findLines(ctx, many)).toEqual({ kind: "too_many", max: 50 });
  expect(await found("a\0b")).toEqual([{ line: "a\0b", kind: "invalid" }]);
  expect(searches()).toEqual([]);
});

it("a service without the list is searched by reference; what it cannot answer is not called missing", async () => {
  harness.service.ops = null;
  ctx = await harness.ctxOf("support");
  await harness.reset();
  harness.service.ops = null;
  ctx = await harness.ctxOf("support");
  const payment = harness.service.addPayment({ merchant_transaction_id: "ORD-1" });
  expect(await found(`ORD-1\n${TXN}\nnobody@example.com`)).toMatchObject([
    { kind: "found", payments: [{ transactionId: payment.transaction_id, customer: null }] },
    { kind: "not_seen" },
    { kind: "not_seen" },
  ]);
});

it.each(ROLES)("is open to every role that sees payments: %s", async (role) => {
  ctx = await harness.ctxOf(role);
  responses([listedPayment()]);
  expect(await found(TXN)).toMatchObject([{ kind: "found" }]);
});
