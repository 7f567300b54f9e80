import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Role, ROLES } from "@/lib/can";
import type { TransactionRecord } from "@/lib/contract/responses";
import { approveRequest } from "../../approvals/commands/approve-request";
import { setApprovalRule } from "../../approvals/commands/set-approval-rule";
import type { Ctx } from "../../context";
import { recordManualRefund } from "../../manual-refunds/commands/record-manual-refund";
import { requestRefund } from "../../refunds/commands/request-refund";
import { refundForm } from "../../refunds/queries/refund-form";
import { viewPayment } from "../../payments/queries/view-payment";
import { BulkDriver } from "@/tools/testing/dashboard/bulk";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { refundInput } from "@/tools/testing/dashboard/refund-input";
import { doRequestsReserve } from "../queries/do-requests-reserve";
import { findRequest } from "../queries/find-request";
import { listRequests } from "../queries/list-requests";
import { createRequest } from "./create-request";
import { declineRequest } from "./decline-request";
import { setRequestsReserve } from "./set-requests-reserve";
import { withdrawRequest } from "./withdraw-request";

let harness: Harness;
let admin: Ctx;
let finance: Ctx;
let support: Ctx;
let payment: TransactionRecord;

beforeAll(async () => {
  harness = await startHarness();
});
beforeEach(async () => {
  await harness.reset();
  admin = await harness.ctxOf("admin");
  finance = await harness.ctxOf("finance");
  support = await harness.ctxOf("support");
  payment = harness.service.addPayment({ merchant_transaction_id: "ORD-1", transaction_amount: "500.00" });
});
afterAll(() => harness.stop());

const target = () => ({ reference: payment.merchant_transaction_id, transactionId: payment.transaction_id });
const turnOn = async (): Promise<void> => {
  expect(await setRequestsReserve(admin, { doReserve: true })).toEqual({ kind: "saved" });
};
const requested = async (amount: string): Promise<string> => {
  const requestId = randomUUID();
  const input = { requestId, ...target(), amount, reason: "", reasonCode: null, note: "" };
  expect(await createRequest(support, input)).toEqual({ kind: "requested", requestId });
  return requestId;
};
const balanceOf = async (requestId: string | null = null) => {
  const form = await refundForm(finance, { ...target(), requestId });
  if (form.kind !== "ready") throw new Error(JSON.stringify(form));
  const { requested: byRequest, left } = form.balance;
  return { requested: byRequest, left };
};
const steps = async (requestId: string) => (await findRequest(finance, requestId))?.events.length ?? 0;
const accept = async (requestId: string, amount: string) =>
  requestRefund(finance, refundInput(payment, { requestId, amount, requestSteps: await steps(requestId) }));
const sent = () => harness.service.callsOf("refund_initiate").length;

it.each(ROLES)("only an admin makes requests reserve: %s", async (role: Role) => {
  const ctx = await harness.ctxOf(role);
  const expected = role === "admin" ? "saved" : "forbidden";
  expect(await setRequestsReserve(ctx, { doReserve: true })).toEqual({ kind: expected });
  expect(await doRequestsReserve(support)).toBe(role === "admin");
});

it("is off until an admin turns it on; the change is audited once and applies to requests that wait", async () => {
  await requested("200.00");
  expect(await balanceOf()).toEqual({ requested: null, left: "500.00" });
  await turnOn();
  await turnOn();
  expect(await balanceOf()).toEqual({ requested: "200.00", left: "300.00" });
  const changes = (await harness.audit()).filter(({ action }) => action === "refund_requests_reserve");
  expect(changes.map(({ detail }) => [detail.before, detail.after])).toEqual([["do not reserve", "reserve"]]);
  await setRequestsReserve(admin, { doReserve: false });
  expect(await balanceOf()).toEqual({ requested: null, left: "500.00" });
});

describe("a request that reserves", () => {
  it("leaves others only the rest: refunds, manual refunds and rows of a file", async () => {
    await turnOn();
    const confirmedDuplicates = [await requested("200.00")];
    expect(
      await requestRefund(finance, refundInput(payment, { amount: "300.01", confirmedDuplicates })),
    ).toEqual({
      kind: "exceeds_balance",
      left: "300.00",
      currency: "INR",
    });
    const manual = {
      manualRefundId: randomUUID(),
      ...target(),
      amount: "300.01",
      method: "cash",
      paidOn: "2026-11-20",
      transferReference: "R-1",
      note: "",
    };
    expect(await recordManualRefund(finance, { ...manual, confirmedDuplicates })).toMatchObject({
      kind: "exceeds_balance",
      left: "300.00",
    });
    const driver = new BulkDriver(harness);
    const runId = await driver.prepare(finance, "refund", "reference,amount\nORD-1,300.01\nORD-1,300.00");
    expect(await driver.rows(finance, runId)).toMatchObject([
      { state: "likely_duplicate", faults: [{ kind: "refund_requested", leftBeside: "300.00" }] },
      { state: "likely_duplicate", faults: [{ kind: "refund_requested" }] },
    ]);
    expect(sent()).toBe(0);
    expect(
      await requestRefund(finance, refundInput(payment, { amount: "300.00", confirmedDuplicates })),
    ).toMatchObject({ kind: "accepted" });
    const page = await viewPayment(support, target());
    expect(page.kind === "found" && page.detail.balance).toMatchObject({ requested: "200.00", left: "0.00" });
  });

  it("is accepted in full; its own reservation does not stand in its way", async () => {
    await turnOn();
    const requestId = await requested("500.00");
    expect(await balanceOf()).toEqual({ requested: "500.00", left: "0.00" });
    expect(await balanceOf(requestId)).toEqual({ requested: null, left: "500.00" });
    expect(await listRequests(finance, { tab: "open" })).toMatchObject({ requests: [{ left: "500.00" }] });
    expect(await accept(requestId, "500.00")).toMatchObject({ kind: "accepted" });
    expect(await balanceOf()).toEqual({ requested: null, left: "0.00" });
    expect(await requestRefund(finance, refundInput(payment, { amount: "1.00" }))).toMatchObject({
      kind: "exceeds_balance",
    });
    expect(sent()).toBe(1);
  });

  it("hands its amount over to the approval, which a later request cannot take back", async () => {
    await turnOn();
    await setApprovalRule(admin, {
      role: "finance",
      currency: "INR",
      threshold: "50",
      lifetimeMinutes: "60",
    });
    const requestId = await requested("400.00");
    const form = refundInput(payment, {
      requestId,
      amount: "400.00",
      requestSteps: 1,
      isApprovalExpected: true,
    });
    expect(await requestRefund(finance, form)).toMatchObject({ kind: "awaiting_approval" });
    expect(await balanceOf()).toEqual({ requested: null, left: "100.00" });
    const other = { ...target(), amount: "100.01", reason: "", reasonCode: null, note: "" };
    expect(await createRequest(support, { ...other, requestId: randomUUID() })).toMatchObject({
      kind: "exceeds_balance",
    });
    await harness.pool.query("update refund_settings set do_requests_reserve = false");
    // A request that was made while nothing was reserved.
    await harness.pool.query(
      `insert into refund_requests (id, service_address, transaction_id, reference, amount_paise, requested_paise,
         currency, is_test, requested_by, requested_at, state)
       values (gen_random_uuid(), 'http://other', $1, 'ORD-1', 50000, 50000, 'INR', false, $2, $3, 'OPEN')`,
      [payment.transaction_id, support.actor.userId, harness.clock.now()],
    );
    await harness.pool.query("update refund_settings set do_requests_reserve = true");
    expect(await balanceOf()).toMatchObject({ left: "0.00" });
    const decision = { approvalId: form.intentId, note: "", confirmedDuplicates: [] };
    expect(await approveRequest(admin, decision)).toMatchObject({ kind: "approved_refund" });
    expect(sent()).toBe(1);
  });

  it.each(["declined", "withdrawn", "30 days old"])("frees its amount when it is %s", async (end) => {
    await turnOn();
    const requestId = await requested("500.00");
    if (end === "declined") await declineRequest(finance, { requestId, text: "No" });
    else if (end === "withdrawn") await withdrawRequest(support, { requestId, text: "" });
    else await harness.pool.query("update refund_requests set requested_at = now() - interval '30 days'");
    expect(await balanceOf()).toEqual({ requested: null, left: "500.00" });
    // An old one reserves nothing, and still waits.
    const confirmedDuplicates = end === "30 days old" ? [requestId] : [];
    expect(
      await requestRefund(finance, refundInput(payment, { amount: "500.00", confirmedDuplicates })),
    ).toMatchObject({ kind: "accepted" });
    if (end === "30 days old")
      expect(await accept(requestId, "500.00")).toMatchObject({ kind: "exceeds_balance" });
    expect(sent()).toBe(1);
  });

  it("and a refund at the same time never take more than the balance together", async () => {
    await turnOn();
    const outcomes = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        index % 2 === 0
          ? requestRefund(finance, refundInput(payment, { amount: "300.00", reason: `Refund ${index}` }))
          : createRequest(support, {
              requestId: randomUUID(),
              ...target(),
              amount: "300.00",
              reason: "",
              reasonCode: null,
              note: "",
            }),
      ),
    );
    const taken = outcomes.filter(({ kind }) => kind === "accepted" || kind === "requested");
    expect(taken).toHaveLength(1);
    expect(await balanceOf()).toMatchObject({ left: "200.00" });
  });

  it("is one however often its form is submitted, also when it takes the whole balance", async () => {
    await turnOn();
    const input = {
      requestId: randomUUID(),
      ...target(),
      amount: "500.00",
      reason: "",
      reasonCode: null,
      note: "",
    };
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => createRequest(support, input)));
    expect(new Set(outcomes.map(({ kind }) => kind))).toEqual(new Set(["requested"]));
    const other = { ...input, requestId: randomUUID(), amount: "1.00" };
    expect(await createRequest(support, other)).toMatchObject({ kind: "already_open" });
  });
});

it.each(["declined", "withdrawn"])(
  "a request that is %s shows its failed refund once that is paid late",
  async (end) => {
    const requestId = await requested("200.00");
    expect(await accept(requestId, "200.00")).toMatchObject({ kind: "accepted" });
    await harness.pool.query("update refund_intents set refund_status = 'FAILURE', completed_at = now()");
    const step = { requestId, text: "No" };
    expect(
      await (end === "declined" ? declineRequest(finance, step) : withdrawRequest(support, step)),
    ).toEqual({
      kind: "done",
    });
    expect((await findRequest(support, requestId))?.request.refund).toBeNull();
    await harness.pool.query("update refund_intents set late_success_seen_at = now()");
    expect((await findRequest(support, requestId))?.request.refund).toMatchObject({
      status: "refunded",
      refundId: harness.service.refunds[0]?.refund_id,
    });
  },
);

it("a run that was checked before a request cannot take its amount, also with an approval", async () => {
  await turnOn();
  await setApprovalRule(admin, {
    role: "finance",
    currency: "INR",
    threshold: "25.00",
    lifetimeMinutes: "1440",
  });
  const driver = new BulkDriver(harness);
  const runId = await driver.prepare(finance, "refund", "ORD-1,500.00,a");
  const requestId = await requested("500.00");
  // The comparison at the start finds it, so that nothing is left to send.
  expect((await driver.start(finance, runId)).kind).not.toBe("awaits_approval");
  expect(await driver.rows(finance, runId)).toMatchObject([
    { state: "likely_duplicate", faults: [{ kind: "refund_requested", leftBeside: "0.00", requestId }] },
  ]);
  expect(await accept(requestId, "500.00")).toMatchObject({ kind: "awaiting_approval" });
});

it("a row that a request blocked is ready again once the request is withdrawn", async () => {
  await turnOn();
  const requestId = await requested("500.00");
  const driver = new BulkDriver(harness);
  harness.service.addPayment({ merchant_transaction_id: "ORD-2", transaction_amount: "500.00" });
  const runId = await driver.prepare(finance, "refund", "ORD-1,500.00,a\nORD-2,1.00,b");
  expect(await driver.states(finance, runId)).toEqual(["likely_duplicate", "ready"]);
  await withdrawRequest(support, { requestId, text: "" });
  // The start compares again; the balance that the person saw has changed, so they look once more.
  await driver.start(finance, runId);
  expect(await driver.states(finance, runId)).toEqual(["ready", "ready"]);
});
