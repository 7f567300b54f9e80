import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ROLES, roleAllows } from "@/lib/can";
import type { TransactionRecord } from "@/lib/contract/responses";
import { ForbiddenError } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { AGEING_AFTER_MS, readRefundFilter } from "../domain/refund-filter";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { refundSeparately } from "@/tools/testing/dashboard/separate-refund";
import { countAgeing, countRefundsNeedingAttention } from "./count-refunds-needing-attention";
import { exportRefunds, exportSelectedRefunds } from "./export-refunds";
import { listRefundRequesters } from "./list-refund-requesters";
import { listRefunds } from "./list-refunds";
import { listOutsideRefunds } from "./list-outside-refunds";

let harness: Harness;
let ctx: Ctx;
let payment: TransactionRecord;

beforeAll(async () => {
  harness = await startHarness();
});
beforeEach(async () => {
  await harness.reset();
  ctx = await harness.ctxOf("finance");
  payment = harness.service.addPayment({ merchant_transaction_id: "ORD-1" });
});
afterAll(() => harness.stop());

type Asked = { reason?: string; reference?: string; person?: Ctx; of?: TransactionRecord };
async function refund(amount: string, asked: Asked = {}): Promise<string> {
  const of = asked.of ?? payment;
  const intentId = randomUUID();
  const outcome = await refundSeparately(asked.person ?? ctx, {
    intentId,
    reference: of.merchant_transaction_id,
    transactionId: of.transaction_id,
    amount,
    reason: asked.reason ?? "",
    isApprovalExpected: false,
  });
  return "intentId" in outcome ? outcome.intentId : intentId;
}
/** A refund of unknown outcome, on a separate payment. */
function unknown(amount: string): Promise<string> {
  const of = harness.service.addPayment({ merchant_transaction_id: `ORD-${randomUUID()}` });
  harness.service.next("refund_initiate", { kind: "drop", when: "before" });
  return refund(amount, { of });
}
const end = (intentId: string, status: "SUCCESS" | "FAILURE") =>
  harness.pool.query(
    "update refund_intents set refund_status = $2, completed_at = requested_at + interval '3 s' where id = $1",
    [intentId, status],
  );
const listed = async (params: Record<string, string | string[]>): Promise<string[]> =>
  (await listRefunds(ctx, { filter: readRefundFilter(params, harness.clock.now()).filter })).refunds.map(
    (row) => row.intentId,
  );

describe("the lists of refunds", () => {
  it("cut what was requested here into what is in progress, what needs somebody and what failed", async () => {
    const done = await refund("1");
    const failed = await refund("2");
    const ageing = await refund("3");
    await end(done, "SUCCESS");
    await end(failed, "FAILURE");
    const lost = await unknown("4");
    harness.clock.advance(AGEING_AFTER_MS);
    const fresh = await refund("5");
    harness.service.addPayment({ merchant_transaction_id: "ORD-9", transaction_amount: "1.00" });
    const refused = await refund("490");

    expect(await listed({})).toEqual([fresh, lost, ageing, failed, done]);
    expect(await listed({ view: "in_progress" })).toEqual([fresh, ageing]);
    expect(await listed({ view: "attention" })).toEqual([ageing, lost]);
    expect(await listed({ view: "failed" })).toEqual([failed]);
    expect(await countRefundsNeedingAttention(ctx)).toEqual({ inProgress: 2, unknown: 1, ageing: 1 });
    expect(await countAgeing(ctx)).toBe(1);
    expect(await listed({ q: refused })).toEqual([]);
  });

  it("call a failed refund that was paid late by its name, and no longer failed", async () => {
    const failed = await refund("2");
    const late = await refund("3");
    for (const intentId of [failed, late]) await end(intentId, "FAILURE");
    await harness.pool.query("update refund_intents set late_success_seen_at = completed_at where id = $1", [
      late,
    ]);
    expect(await listed({ view: "failed" })).toEqual([failed]);
    expect(await listed({ status: "FAILURE" })).toEqual([failed]);
    expect(await listed({ status: "PAID_LATE" })).toEqual([late]);
    const filter = readRefundFilter({ view: "failed" }, harness.clock.now()).filter;
    expect((await listRefunds(ctx, { filter })).totals).toMatchObject([{ count: 1, amount: "2.00" }]);
    const { filter: all } = readRefundFilter({}, harness.clock.now());
    const [header, ...rows] = (await (await exportRefunds(ctx, all, "csv")).text()).trim().split("\r\n");
    const column = (header ?? "").replaceAll('"', "").split(",").indexOf("paid_late_seen_at");
    const seenAt = rows.map((row) => row.replaceAll('"', "").split(",")[column] ?? "");
    expect(seenAt).toEqual([expect.stringMatching(/^2026-/), ""]);
  });

  it("raise a refund in progress for more than a day, and no longer once it has ended", async () => {
    const intentId = await refund("1");
    harness.clock.advance(AGEING_AFTER_MS - 10_000);
    expect(await countAgeing(ctx)).toBe(0);
    harness.clock.advance(20_000);
    expect(await countAgeing(ctx)).toBe(1);
    expect((await listRefunds(ctx, {})).refunds[0]?.isAgeing).toBe(true);
    await end(intentId, "SUCCESS");
    expect(await countAgeing(ctx)).toBe(0);
    expect((await listRefunds(ctx, {})).refunds[0]?.isAgeing).toBe(false);
  });

  it("filter by status, amount, person, reference, id and day, each and together", async () => {
    const other = await harness.ctxOf("admin");
    const dollars = harness.service.addPayment({ merchant_transaction_id: "USD-1", currency: "USD" });
    const one = await refund("10");
    harness.clock.advance(10);
    const two = await refund("20", { person: other });
    harness.clock.advance(10);
    const three = await refund("30", { of: dollars });
    await end(one, "SUCCESS");
    expect(await listed({ status: ["SUCCESS"] })).toEqual([one]);
    expect(await listed({ status: ["INITIATED", "SUCCESS"] })).toEqual([three, two, one]);
    expect(await listed({ min: "20", max: "20.00" })).toEqual([two]);
    expect(await listed({ by: other.actor.userId })).toEqual([two]);
    expect(await listed({ q: "USD-" })).toEqual([three]);
    expect(await listed({ q: payment.transaction_id })).toEqual([two, one]);
    expect(await listed({ q: "%" })).toEqual([]);
    expect(await listed({ q: "ORD-", min: "15" })).toEqual([two]);
    expect(await listRefundRequesters(ctx)).toHaveLength(2);
  });

  it("take days in the zone of the address: one evening in London is the next day in Kolkata", async () => {
    const intentId = await refund("1");
    await harness.pool.query("update refund_intents set requested_at = '2026-11-20T20:00:00Z'");
    const kolkata = { zone: "Asia/Kolkata" };
    expect(await listed({ from: "2026-11-20", until: "2026-11-20" })).toEqual([intentId]);
    expect(await listed({ from: "2026-11-20", until: "2026-11-20", ...kolkata })).toEqual([]);
    expect(await listed({ from: "2026-11-21", until: "2026-11-21", ...kolkata })).toEqual([intentId]);
  });

  it("add up all that matches, each currency apart, and not only the page", async () => {
    const dollars = harness.service.addPayment({ merchant_transaction_id: "USD-1", currency: "USD" });
    for (let count = 0; count < 55; count += 1) await refund("1.01");
    await refund("2.50", { of: dollars });
    const view = await listRefunds(ctx, {});
    expect(view.refunds).toHaveLength(50);
    expect(view.totals).toEqual([
      { currency: "INR", count: 55, amount: "55.55" },
      { currency: "USD", count: 1, amount: "2.50" },
    ]);
  });

  it.each(ROLES)("are for everybody who may see refunds: %s", async (role) => {
    const person = await harness.ctxOf(role);
    expect(roleAllows(role, "view_refunds")).toBe(true);
    await expect(listRefunds(person, {})).resolves.toMatchObject({ refunds: [] });
  });
});

describe("the export", () => {
  const text = async (params: Record<string, string>, person = ctx): Promise<string> =>
    (await exportRefunds(person, readRefundFilter(params, harness.clock.now()).filter, "csv")).text();

  it("holds everything that matches, beyond the page, with what people typed neutralised (failure 31)", async () => {
    payment.transaction_amount = "5000.00";
    for (let count = 0; count < 60; count += 1) await refund("1.00");
    await refund("7.00", { reason: '=HYPERLINK("http://evil.example")' });
    const all = await text({});
    expect(all.trim().split("\r\n")).toHaveLength(62);
    expect(all).toContain(`"'=HYPERLINK`);
    const some = await text({ min: "7" });
    expect(some.trim().split("\r\n")).toHaveLength(2);
    expect(some).toContain('"7.00","INR"');
    expect((await harness.audit()).at(-1)).toMatchObject({
      action: "export_finished",
      detail: { what: "refunds", filter: "view=all min_paise=700", rows: 1 },
    });
  });

  it.each(ROLES)("is for finance and admins alone: %s", async (role) => {
    const asking = text({}, await harness.ctxOf(role));
    if (roleAllows(role, "export_records")) await expect(asking).resolves.toContain("refund_id");
    else await expect(asking).rejects.toBeInstanceOf(ForbiddenError);
  });
});

describe("the export of selected refunds", () => {
  const selected = (ids: readonly string[], person = ctx) =>
    exportSelectedRefunds(person, ids.join("\n"), "csv");

  it("holds exactly these, in their order and as they are now, and the audit log names them", async () => {
    const [first, , third] = [await refund("1.00"), await refund("2.00"), await refund("3.00")];
    await end(first, "FAILURE");
    const file = await selected([third, first]);
    const rows = (await file?.text())?.trim().split("\r\n") ?? [];
    expect(rows).toHaveLength(3);
    expect(rows[1]).toContain(third);
    expect(rows[2]).toContain(first);
    expect(rows[2]).toContain("FAILURE");
    expect((await harness.audit()).at(-1)).toMatchObject({
      action: "export_finished",
      detail: { what: "refunds", format: "csv", filter: `ids=${third},${first}`, rows: 2 },
    });
  });

  it("has the columns of the export of the list", async () => {
    const id = await refund("1.00");
    const whole = await exportRefunds(ctx, readRefundFilter({}, harness.clock.now()).filter, "csv");
    expect(await (await selected([id]))?.text()).toBe(await whole.text());
  });

  it("is none without an id or a format, with an unknown one, and with more than a page shows", async () => {
    const id = await refund("1.00");
    const audited = async () => (await harness.audit()).length;
    const before = await audited();
    expect(await exportSelectedRefunds(ctx, id, null)).toBeNull();
    for (const ids of [[], ["x"], [id, randomUUID()], Array.from({ length: 51 }, () => randomUUID())])
      expect(await selected(ids)).toBeNull();
    expect(await audited()).toBe(before);
    expect(await selected([id, id.toUpperCase()])).not.toBeNull();
  });

  it.each(ROLES)("is for finance and admins alone: %s", async (role) => {
    const asking = selected([await refund("1.00")], await harness.ctxOf(role));
    if (roleAllows(role, "export_records")) await expect(asking).resolves.not.toBeNull();
    else await expect(asking).rejects.toBeInstanceOf(ForbiddenError);
  });
});

describe("refunds made outside the dashboard", () => {
  it("are those of the service that nobody requested here: none is in both lists", async () => {
    await refund("10");
    const elsewhere = harness.service.refundOutsideDashboard(payment, "3.00");
    expect(await listOutsideRefunds(ctx, {})).toMatchObject({
      kind: "listed",
      refunds: [{ refundId: elsewhere.refund_id, amount: "3.00", reference: "ORD-1" }],
      nextCursor: null,
    });
    expect(await listed({})).toHaveLength(1);
  });

  it("are not offered by every service, and a service error is not an empty list", async () => {
    harness.service.next("/v1/ops/refunds/search", { kind: "answer", status: 502, body: "", effect: false });
    expect(await listOutsideRefunds(ctx, {})).toMatchObject({ kind: "service_error" });
    harness.service.ops = null;
    expect(await listOutsideRefunds({ ...ctx, routing: harness.connect().routing }, {})).toEqual({
      kind: "not_offered",
    });
  });
});
