import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ComposedRole, Permission } from "@/lib/can";
import type { TransactionRecord } from "@/lib/contract/responses";
import { approveRequest } from "../../approvals/commands/approve-request";
import { setApprovalRule } from "../../approvals/commands/set-approval-rule";
import type { Ctx } from "../../context";
import { changeRole } from "../../people/commands/change-role";
import { saveRole } from "../../people/commands/save-role";
import { createRequest } from "../../requests/commands/create-request";
import { askFor } from "@/tools/testing/dashboard/approvals";
import { composed } from "@/tools/testing/dashboard/composed-role";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { refundInput } from "@/tools/testing/dashboard/refund-input";
import { refundForm } from "../queries/refund-form";
import { requestRefund } from "./request-refund";

let harness: Harness;
let admin: Ctx;
let payment: TransactionRecord;

beforeAll(async () => {
  harness = await startHarness();
});
beforeEach(async () => {
  await harness.reset();
  admin = await harness.ctxOf("admin");
  payment = harness.service.addPayment({ merchant_transaction_id: "ORD-1" });
});
afterAll(() => harness.stop());

const MAY: readonly Permission[] = ["view_refunds", "refund_payment"];
const desk = (limit: string | null, fields: Partial<ComposedRole> = {}): ComposedRole =>
  composed(MAY, { refundLimits: limit === null ? null : { INR: limit }, ...fields });
const sent = () => harness.service.callsOf("refund_initiate").length;
const form = (amount: string) => refundInput(payment, { amount });
/** The limit of a role is changed, as an admin does it. */
const limit = async (role: ComposedRole, amount: string, permissions = role.permissions): Promise<void> => {
  const outcome = await saveRole(admin, {
    id: role.id,
    version: 1,
    name: role.name,
    permissions: [...permissions],
    refundLimits: permissions.includes("refund_payment") ? [{ currency: "INR", amount }] : null,
    approveLimits: permissions.includes("approve_refund") ? [{ currency: "INR", amount }] : null,
  });
  expect(outcome.kind).toBe("saved");
};
const compose = async (amount: string): Promise<{ id: string }> => {
  const outcome = await saveRole(admin, {
    id: null,
    version: null,
    name: "Small refunds",
    permissions: [...MAY],
    refundLimits: [{ currency: "INR", amount }],
    approveLimits: null,
  });
  if (outcome.kind !== "saved") throw new Error(outcome.kind);
  return outcome;
};
const setRule = (role: string, threshold: string) =>
  setApprovalRule(admin, { role, currency: "INR", threshold, lifetimeMinutes: "60" });

describe("refunds up to an amount", () => {
  it("are made up to it, and one paisa more is refused with what is left and whom to ask", async () => {
    const clerk = await harness.ctxOf(desk("10000"));
    expect(await requestRefund(clerk, form("100.01"))).toEqual({
      kind: "above_limit",
      currency: "INR",
      limit: "100.00",
      left: "100.00",
      mayRequest: false,
    });
    expect(sent()).toBe(0);
    expect((await requestRefund(clerk, form("100.00"))).kind).toBe("accepted");
  });

  it("cannot be split: all that the person has refunded of the payment counts, not what others have", async () => {
    const colleague = await harness.ctxOf("finance");
    const clerk = await harness.ctxOf(desk("10000"));
    expect((await requestRefund(colleague, form("50.00"))).kind).toBe("accepted");
    expect((await requestRefund(clerk, form("60.00"))).kind).toBe("accepted");
    expect(await requestRefund(clerk, form("40.01"))).toMatchObject({ kind: "above_limit", left: "40.00" });
    expect((await requestRefund(clerk, form("40.00"))).kind).toBe("accepted");
    const other = harness.service.addPayment({ merchant_transaction_id: "ORD-2" });
    expect((await requestRefund(clerk, refundInput(other, { amount: "100.00" }))).kind).toBe("accepted");
  });

  it("also when many forms are sent at once", async () => {
    const clerk = await harness.ctxOf(desk("10000"));
    const amounts = Array.from({ length: 6 }, (_, index) => form(`${30 + index}.00`));
    await Promise.all(amounts.map((one) => requestRefund(clerk, one)));
    const { rows } = await harness.pool.query<{ paise: string }>(
      "select coalesce(sum(amount_paise), 0)::text as paise from refund_intents where state <> 'NOT_SENT'",
    );
    expect(BigInt(rows[0]?.paise ?? "0") <= 10_000n).toBe(true);
  });

  it("are nothing in a currency without an amount", async () => {
    const clerk = await harness.ctxOf(composed(MAY, { refundLimits: { USD: "10000" } }));
    expect(await requestRefund(clerk, form("0.01"))).toMatchObject({ kind: "above_limit", limit: "0.00" });
    expect(sent()).toBe(0);
  });

  it("hold from the next request on, whatever the role was when the form was opened", async () => {
    const role = desk("10000");
    const clerk = await harness.ctxOf(role);
    await limit(role, "1");
    expect(await requestRefund(clerk, form("100.00"))).toMatchObject({ kind: "above_limit", limit: "1.00" });
    expect(sent()).toBe(0);
  });

  it("hold for somebody who had a preset when their request or batch began", async () => {
    const clerk = await harness.ctxOf("finance");
    const { id } = await compose("100.00");
    expect(await changeRole(admin, { personId: clerk.actor.userId, role: id })).toEqual({ kind: "done" });
    expect(await requestRefund(clerk, form("100.01"))).toMatchObject({ kind: "above_limit", left: "100.00" });
    expect(sent()).toBe(0);
    expect((await requestRefund(clerk, form("100.00"))).kind).toBe("accepted");
  });

  it("are shown in the form, with what is left for the payment", async () => {
    const clerk = await harness.ctxOf(
      composed([...MAY, "request_refund"], { refundLimits: { INR: "10000" } }),
    );
    await requestRefund(clerk, form("60.00"));
    const target = { reference: "ORD-1", transactionId: payment.transaction_id };
    expect(await refundForm(clerk, target)).toMatchObject({
      ownLimit: { limit: "100.00", left: "40.00", mayRequest: true },
    });
    expect(await refundForm(admin, target)).toMatchObject({ ownLimit: null });
  });

  it("hold for a request that is accepted", async () => {
    const support = await harness.ctxOf("support");
    const asked = await createRequest(support, {
      requestId: randomUUID(),
      reference: "ORD-1",
      transactionId: payment.transaction_id,
      amount: "120.00",
      reason: "Damaged",
      reasonCode: null,
      note: "",
    });
    const { rows } = await harness.pool.query<{ id: string }>("select id from refund_requests");
    expect([asked.kind, rows.length]).toEqual(["requested", 1]);
    const clerk = await harness.ctxOf(desk("10000"));
    const accept = { ...form("120.00"), requestId: rows[0]?.id ?? null, requestSteps: 1 };
    expect((await requestRefund(clerk, accept)).kind).toBe("above_limit");
    expect(sent()).toBe(0);
  });

  it("are not lifted by an approval: lowered meanwhile, the approved refund is not sent", async () => {
    const role = desk("20000");
    const clerk = await harness.ctxOf(role);
    await setRule("finance", "50.00");
    const approvalId = await askFor(clerk, payment, "150.00");
    await limit(role, "100");
    expect(await approveRequest(admin, { approvalId, note: "" })).toMatchObject({
      kind: "not_possible",
      obstacle: "requester_gone",
    });
    expect(sent()).toBe(0);
  });
});

describe("approvals up to an amount", () => {
  const approver = (paise: string) =>
    harness.ctxOf(composed(["view_refunds", "approve_refund"], { approveLimits: { INR: paise } }));

  it("are given up to it; above, nothing is decided and the request waits", async () => {
    await setRule("finance", "50.00");
    const approvalId = await askFor(await harness.ctxOf("finance"), payment, "150.00");
    expect(await approveRequest(await approver("14999"), { approvalId, note: "" })).toEqual({
      kind: "above_limit",
      limit: "149.99",
      currency: "INR",
    });
    expect(sent()).toBe(0);
    expect((await approveRequest(await approver("15000"), { approvalId, note: "" })).kind).toBe(
      "approved_refund",
    );
  });

  it("hold under the lock: a limit that is lowered after the page was opened", async () => {
    await setRule("finance", "50.00");
    const approvalId = await askFor(await harness.ctxOf("finance"), payment, "150.00");
    const role = composed(["view_refunds", "approve_refund"], { approveLimits: { INR: "15000" } });
    const second = await harness.ctxOf(role);
    await limit(role, "100", ["view_refunds", "approve_refund"]);
    expect((await approveRequest(second, { approvalId, note: "" })).kind).toBe("above_limit");
    expect(sent()).toBe(0);
  });

  it("never of one's own request", async () => {
    await setRule("finance", "50.00");
    const both = await harness.ctxOf(composed([...MAY, "approve_refund"]));
    const approvalId = await askFor(both, payment, "150.00");
    expect((await approveRequest(both, { approvalId, note: "" })).kind).toBe("own");
  });
});

describe("the thresholds of a composed role", () => {
  const needs = async (role: ComposedRole, amount: string): Promise<boolean> =>
    (await requestRefund(await harness.ctxOf(role), form(amount))).kind === "awaiting_approval";

  it("are the strictest of the presets while it has none of its own", async () => {
    const role = desk(null);
    expect(await needs(role, "10.00")).toBe(false);
    await setRule("finance", "100.00");
    expect(await needs(role, "100.01")).toBe(true);
    await setRule("admin", "20.00");
    expect(await needs(role, "20.01")).toBe(true);
  });

  it("are those of a preset with thresholds in other currencies alone: every amount needs approval", async () => {
    await setApprovalRule(admin, { role: "finance", currency: "USD", threshold: "5", lifetimeMinutes: "60" });
    expect(await needs(desk(null), "0.01")).toBe(true);
  });

  it("are its own where it has some, and the request shows its name", async () => {
    await setRule("finance", "10.00");
    const role = desk(null, { name: "Night desk" });
    const clerk = await harness.ctxOf(role);
    expect(await setRule(role.id, "90.00")).toEqual({ kind: "saved" });
    expect((await requestRefund(clerk, form("80.00"))).kind).toBe("accepted");
    const approvalId = await askFor(clerk, payment, "95.00");
    const { rows } = await harness.pool.query(
      "select requested_role, requested_role_name from approval_requests where id = $1",
      [approvalId],
    );
    expect(rows).toEqual([{ requested_role: "finance", requested_role_name: "Night desk" }]);
  });
});
