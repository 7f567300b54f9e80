import { randomUUID } from "node:crypto";
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { TransactionRecord } from "@/lib/contract/responses";
import type { Ctx } from "../../context";
import { ForbiddenError } from "../../auth/authorize";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { saveReason } from "../../reasons/commands/save-reason";
import {
  confirmManualRefund,
  proposeVoidOfManualRefund,
  voidManualRefund,
} from "../commands/on-manual-refund";
import { askedOf } from "@/tools/testing/dashboard/duplicates";
import { recordManualRefund } from "../commands/record-manual-refund";
import { exportManualRefunds } from "./export-manual-refunds";
import { listManualRefunds } from "./list-manual-refunds";

let harness: Harness;
let finance: Ctx;
let payment: TransactionRecord;

beforeAll(async () => {
  harness = await startHarness();
});
beforeEach(async () => {
  await harness.reset();
  finance = await harness.ctxOf("finance");
  await saveReason(await harness.ctxOf("admin"), {
    code: "duplicate_payment",
    name: "Duplicate payment",
    nameHi: "",
    needsText: false,
    isActive: true,
    isNew: true,
  });
  payment = harness.service.addPayment({ merchant_transaction_id: "ORD-1" });
});
afterAll(() => harness.stop());

async function recorded(reasonCode: string, transferReference: string): Promise<string> {
  const manualRefundId = randomUUID();
  const input = {
    manualRefundId,
    reference: payment.merchant_transaction_id,
    transactionId: payment.transaction_id,
    amount: "10.00",
    method: "cash",
    paidOn: harness.clock.now().toISOString().slice(0, 10),
    transferReference,
    reasonCode,
    note: "",
  };
  const asked = await recordManualRefund(finance, input);
  const confirmedDuplicates = asked.kind === "likely_duplicate" ? askedOf(asked) : [];
  const outcome = await recordManualRefund(finance, { ...input, confirmedDuplicates });
  expect(outcome).toEqual({ kind: "recorded", manualRefundId });
  harness.clock.advance(1_000);
  return manualRefundId;
}
const listed = async (reason?: string): Promise<string[]> =>
  (await listManualRefunds(finance, { tab: "all", reason })).refunds.map(
    ({ manualRefundId }) => manualRefundId,
  );

it("lists those of one reason, of none, or all", async () => {
  const [duplicate, other] = [await recorded("duplicate_payment", "UTR-1"), await recorded("", "UTR-2")];
  expect(await listed()).toEqual([other, duplicate]);
  expect(await listed("")).toEqual([other, duplicate]);
  expect(await listed("duplicate_payment")).toEqual([duplicate]);
  expect(await listed("none")).toEqual([other]);
  expect(await listed("no_such_reason")).toEqual([]);
});

it("exports a tab and a reason with every decision, and records it", async () => {
  const voided = await recorded("duplicate_payment", "=1+1");
  const waiting = await recorded("duplicate_payment", "UTR-2");
  await recorded("", "UTR-3");
  const admin = await harness.ctxOf("admin");
  await confirmManualRefund(admin, { manualRefundId: voided, reason: "" });
  await proposeVoidOfManualRefund(admin, { manualRefundId: voided, reason: "It came back" });
  await voidManualRefund(finance, { manualRefundId: voided, reason: "" });
  const rowsOf = async (tab: "all" | "waiting"): Promise<Record<string, string>[]> => {
    const response = await exportManualRefunds(finance, { tab, reason: "duplicate_payment" }, "csv");
    return parse(await response.text(), { bom: true, columns: true });
  };
  expect(await rowsOf("all")).toMatchObject([
    { manual_refund_id: waiting, state: "WAITING", transfer_reference: "UTR-2", decided_by: "" },
    {
      manual_refund_id: voided,
      state: "VOIDED",
      manual_refund_amount: "10.00",
      currency: "INR",
      reason_code: "duplicate_payment",
      // No formula for a spreadsheet (failure 31).
      transfer_reference: "'=1+1",
      decided_by: admin.actor.name,
      void_proposed_by: admin.actor.name,
      void_reason: "It came back",
    },
  ]);
  expect(await rowsOf("waiting")).toMatchObject([{ manual_refund_id: waiting }]);
  expect((await harness.audit()).at(-1)).toMatchObject({
    action: "export_finished",
    detail: { what: "manual-refunds", filter: "tab=waiting&reason=duplicate_payment", rows: 1 },
  });
  await expect(
    exportManualRefunds(await harness.ctxOf("support"), { tab: "all" }, "csv"),
  ).rejects.toBeInstanceOf(ForbiddenError);
});
