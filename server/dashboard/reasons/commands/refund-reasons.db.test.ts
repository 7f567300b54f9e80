import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Role, ROLES } from "@/lib/can";
import type { TransactionRecord } from "@/lib/contract/responses";
import type { ReasonInput } from "@/lib/reasons/reason-views";
import type { Ctx } from "../../context";
import { readRefundFilter } from "../../refunds/domain/refund-filter";
import { requestRefund } from "../../refunds/commands/request-refund";
import { listRefunds } from "../../refunds/queries/list-refunds";
import { refundForm } from "../../refunds/queries/refund-form";
import { sumByReason } from "../../refunds/store";
import { BulkDriver } from "@/tools/testing/dashboard/bulk";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { refundInput } from "@/tools/testing/dashboard/refund-input";
import { listReasonRows } from "../queries/list-reason-rows";
import { deleteReason } from "./delete-reason";
import { moveReason } from "./move-reason";
import { saveReason } from "./save-reason";

let harness: Harness;
let admin: Ctx;
let finance: Ctx;
let payment: TransactionRecord;

beforeAll(async () => {
  harness = await startHarness();
});
beforeEach(async () => {
  await harness.reset();
  admin = await harness.ctxOf("admin");
  finance = await harness.ctxOf("finance");
  payment = harness.service.addPayment({ merchant_transaction_id: "ORD-1" });
});
afterAll(() => harness.stop());

const input = (code: string, name: string, fields: Partial<ReasonInput & { isNew: boolean }> = {}) => ({
  code,
  name,
  nameHi: "",
  needsText: false,
  isActive: true,
  isNew: true,
  ...fields,
});
async function addThree(): Promise<void> {
  await saveReason(admin, input("late", "Delivered late"));
  await saveReason(admin, input("goods", "Goods returned", { nameHi: "सामान लौटाया गया" }));
  await saveReason(admin, input("other", "Other", { needsText: true }));
}
const codes = async () => (await listReasonRows(admin)).map(({ code }) => code);
const reasonOf = async (intentId: string) => {
  const { rows } = await harness.pool.query<{ reason: string | null; reason_code: string | null }>(
    "select reason, reason_code from refund_intents where id = $1",
    [intentId],
  );
  return rows[0];
};

it.each(ROLES)("only an admin changes refund reasons: %s", async (role: Role) => {
  const ctx = await harness.ctxOf(role);
  const expected = role === "admin" ? "saved" : "forbidden";
  expect(await saveReason(ctx, input("late", "Delivered late"))).toMatchObject({ kind: expected });
  expect((await moveReason(ctx, { code: "late", to: "up" })).kind).toBe(expected);
  expect((await deleteReason(ctx, { code: "late" })).kind).toBe(role === "admin" ? "deleted" : "forbidden");
});

it("reasons are added, changed, ordered and deleted, each with its audit entry", async () => {
  await addThree();
  expect(await codes()).toEqual(["late", "goods", "other"]);
  expect(await moveReason(admin, { code: "other", to: "up" })).toEqual({ kind: "saved" });
  expect(await moveReason(admin, { code: "late", to: "up" })).toEqual({ kind: "saved" });
  expect(await codes()).toEqual(["late", "other", "goods"]);
  expect(await saveReason(admin, input("late", "Late", { isNew: false, isActive: false }))).toEqual({
    kind: "saved",
  });
  expect(await deleteReason(admin, { code: "goods" })).toEqual({ kind: "deleted" });
  expect(await deleteReason(admin, { code: "goods" })).toEqual({ kind: "deleted" });
  const entries = (await harness.audit()).slice(3);
  expect(entries.map(({ action, detail }) => [action, detail.before, detail.after])).toEqual([
    ["refund_reason_moved", "late, goods, other", "late, other, goods"],
    ["refund_reason_saved", "Delivered late", "Late, inactive"],
    ["refund_reason_deleted", "Goods returned, सामान लौटाया गया", null],
  ]);
});

it.each([
  [input("", "Name"), "code", "missing"],
  [input("Late", "Name"), "code", "malformed"],
  [input("none", "Name"), "code", "malformed"],
  [input("x", "Name"), "code", "malformed"],
  [input("new_one", "  "), "name", "missing"],
  [input("new_one", "x".repeat(61)), "name", "too_long"],
  [input("new_one", "a\nb"), "name", "characters"],
  [input("new_one", "a\u0000b"), "name", "characters"],
  [input("new_one", "Name", { nameHi: "\uFFFE" }), "nameHi", "characters"],
  [input("goods", "Name"), "code", "taken"],
  [input("new_one", "goods  RETURNED"), "name", "taken"],
  [input("new_one", "सामान लौटाया गया"), "name", "taken"],
  [input("new_one", "LATE"), "name", "taken"],
])("an invalid reason is refused at its field: %j", async (entered, field, fault) => {
  await addThree();
  expect(await saveReason(admin, entered)).toEqual({ kind: "invalid", field, fault });
});

it("a reason in use cannot be deleted, not even while it is being used for the first time", async () => {
  await addThree();
  const reserving = await harness.pool.connect();
  await reserving.query("begin");
  await reserving.query("insert into refund_ledgers (transaction_id) values ('T')");
  await reserving.query(
    `insert into refund_intents (id, transaction_id, reference, service_address, amount_paise, currency, requested_by,
       requested_at, state, reason_code)
     values (gen_random_uuid(), 'T', 'R', 'http://service', 1, 'INR', $1, now(), 'RECORDED', 'late')`,
    [finance.actor.userId],
  );
  const deleting = deleteReason(admin, { code: "late" });
  // The deletion waits for the reference of the other transaction.
  await expect
    .poll(async () => {
      const { rows } = await harness.pool.query("select from pg_locks where not granted");
      return rows.length;
    })
    .toBeGreaterThan(0);
  await reserving.query("commit");
  reserving.release();
  expect(await deleting).toEqual({ kind: "in_use" });
  expect(await deleteReason(admin, { code: "late" })).toEqual({ kind: "in_use" });
  expect(await listReasonRows(admin)).toMatchObject([
    { code: "late", isInUse: true },
    { code: "goods", isInUse: false },
    { code: "other", isInUse: false },
  ]);
});

describe("a refund", () => {
  it("stores the code of its reason, and the service gets the name and the note", async () => {
    await addThree();
    const form = refundInput(payment, { reason: "Goods returned: box 4", reasonCode: "goods" });
    expect(await requestRefund(finance, form)).toMatchObject({ kind: "accepted" });
    expect(await reasonOf(form.intentId)).toEqual({ reason: "Goods returned: box 4", reason_code: "goods" });
    expect(harness.service.refunds).toMatchObject([{ refund_reason: "Goods returned: box 4" }]);
    const known = readRefundFilter({ reason: "goods" }, new Date()).filter;
    expect(await listRefunds(finance, { filter: known })).toMatchObject({
      refunds: [{}],
      totals: [{ count: 1 }],
    });
    const without = readRefundFilter({ reason: "none" }, new Date()).filter;
    expect(await listRefunds(finance, { filter: without })).toMatchObject({ refunds: [], totals: [] });
    expect(await sumByReason(harness.pool, { from: new Date(0), until: new Date() })).toEqual([
      { code: "goods", currency: "INR", count: 1, amountPaise: 12_025n },
    ]);
  });

  it("of a form that names no code gets it from the text; another text has none", async () => {
    await addThree();
    const [known, free] = [
      refundInput(payment, { reason: "Goods returned: box 4", amount: "1.00" }),
      refundInput(payment, { reason: "Goods were returned", amount: "2.00" }),
    ];
    await requestRefund(finance, known);
    await requestRefund(finance, free);
    expect([await reasonOf(known.intentId), await reasonOf(free.intentId)]).toEqual([
      { reason: "Goods returned: box 4", reason_code: "goods" },
      { reason: "Goods were returned", reason_code: null },
    ]);
  });

  it.each([
    ["of an unknown code", { reason: "Nothing", reasonCode: "nothing" }, "changed"],
    ["of a reason that was renamed since", { reason: "Was late", reasonCode: "late" }, "changed"],
    ["of another reason's text", { reason: "Goods returned", reasonCode: "late" }, "changed"],
    ["of a reason that requires a note", { reason: "Other", reasonCode: "other" }, "needs_text"],
    ["of a reason that requires a note, blank", { reason: "Other:  ", reasonCode: "other" }, "changed"],
  ])("%s is refused and nothing is sent", async (_, reason, fault) => {
    await addThree();
    const form = refundInput(payment, reason);
    expect(await requestRefund(finance, form)).toEqual({ kind: "invalid", field: "reason", fault });
    expect(harness.service.callsOf("refund_initiate")).toHaveLength(0);
    expect(await requestRefund(finance, { ...form, reason: "", reasonCode: null })).toMatchObject({
      kind: "accepted",
    });
  });

  it("sent again after its reason was deactivated keeps its outcome; a new one is not offered it", async () => {
    await addThree();
    const form = refundInput(payment, { reason: "Delivered late", reasonCode: "late" });
    const first = await requestRefund(finance, form);
    await saveReason(admin, input("late", "Too late", { isNew: false, isActive: false }));
    expect(await requestRefund(finance, form)).toEqual(first);
    const later = refundInput(payment, { reason: "Delivered late", reasonCode: "late", amount: "1.00" });
    expect(await requestRefund(finance, later)).toMatchObject({ kind: "invalid", fault: "changed" });
    const view = await refundForm(finance, form);
    expect(view.kind === "ready" && view.reasons.map(({ code }) => code)).toEqual(["goods", "other"]);
  });
});

it("rows of a file name a reason by code or name in either language; others list the valid ones", async () => {
  await addThree();
  await saveReason(admin, input("old", "Old reason", { isActive: false }));
  const driver = new BulkDriver(harness);
  const rows = [
    "reference,amount,reason",
    "ORD-1,1.00,GOODS",
    "ORD-1,2.00, goods  returned : box 4",
    "ORD-1,3.00,सामान लौटाया गया",
    "ORD-1,4.00,other: it was late: twice",
    "ORD-1,5.00,other",
    "ORD-1,6.00,because",
    "ORD-1,7.00,old",
    "ORD-1,8.00,",
  ];
  const runId = await driver.prepare(finance, "refund", rows.join("\n"));
  const valid = [
    { code: "late", name: "Delivered late" },
    { code: "goods", name: "Goods returned" },
    { code: "other", name: "Other" },
  ];
  const found = await driver.rows(finance, runId);
  expect(found.map(({ reason, faults }) => [reason, faults])).toEqual([
    ["Goods returned", []],
    ["Goods returned: box 4", []],
    ["Goods returned", []],
    ["Other: it was late: twice", []],
    ["Other", [{ kind: "reason_needs_text", code: "other" }]],
    ["because", [{ kind: "unknown_reason", valid }]],
    ["old", [{ kind: "unknown_reason", valid }]],
    [null, []],
  ]);
});
