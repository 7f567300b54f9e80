import { randomUUID } from "node:crypto";
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { ForbiddenError } from "../auth/authorize";
import type { Ctx } from "../context";
import { recordManualRefund } from "../manual-refunds/commands/record-manual-refund";
import { confirmManualRefund } from "../manual-refunds/commands/on-manual-refund";
import { composed } from "@/tools/testing/dashboard/composed-role";
import { runsOf, SCHEDULE_FORM } from "@/tools/testing/dashboard/export-schedules";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { createSchedule } from "./commands/create-schedule";
import { startExport } from "./jobs/start-export";
import { writeExport } from "./jobs/write-export";
import { downloadExport } from "./queries/download-export";
import { listScheduledExports } from "./queries/list-schedules";

const DAY_MS = 24 * 60 * 60_000;

let harness: Harness;
let ctx: Ctx;

beforeAll(async () => {
  harness = await startHarness();
});
beforeEach(async () => {
  await harness.reset();
  ctx = await harness.ctxOf("finance");
});
afterAll(() => harness.stop());

const schedule = (query: string, by = ctx) =>
  createSchedule(by, { list: "manual_refunds", query, form: SCHEDULE_FORM });

/** Somebody else records it, so that the person of the schedule can confirm it. */
async function recorded(transferReference: string): Promise<string> {
  const manualRefundId = randomUUID();
  const payment = harness.service.addPayment({ merchant_transaction_id: `ORD-${transferReference}` });
  const outcome = await recordManualRefund(await harness.ctxOf("finance"), {
    manualRefundId,
    reference: payment.merchant_transaction_id,
    transactionId: payment.transaction_id,
    amount: "10.00",
    method: "cash",
    paidOn: harness.clock.now().toISOString().slice(0, 10),
    transferReference,
    reasonCode: "",
    note: "",
  });
  expect(outcome.kind).toBe("recorded");
  return manualRefundId;
}

/** The transfer references in the file of the slot of the next day. */
async function fileOf(query: string): Promise<(string | undefined)[]> {
  const outcome = await schedule(query);
  if (outcome.kind !== "created") throw new Error(JSON.stringify(outcome));
  harness.clock.advance(DAY_MS);
  await startExport(harness.services, outcome.scheduleId);
  const [run] = (await runsOf(ctx)).filter(({ state }) => state === "waiting");
  const runId = run?.runId ?? "";
  await writeExport(harness.services, runId);
  const response = await downloadExport(ctx, { runId });
  expect(response?.headers.get("content-disposition")).toContain('filename="manual-refunds-');
  const rows: Record<string, string>[] = parse((await response?.text()) ?? "", { bom: true, columns: true });
  return rows.map(({ transfer_reference: reference }) => reference).sort();
}

it("a file has all manual refunds, or those that wait for a second person", async () => {
  const confirmed = await recorded("UTR-1");
  await recorded("UTR-2");
  expect((await confirmManualRefund(ctx, { manualRefundId: confirmed, reason: "" })).kind).toBe("done");
  expect(await fileOf("")).toEqual(["UTR-1", "UTR-2"]);
  expect(await fileOf("tab=waiting")).toEqual(["UTR-2"]);
  expect(await fileOf("tab=all&reason=duplicate_payment")).toEqual([]);
});

it("the filter is stored as it was meant, without anything else", async () => {
  for (const query of ["tab=all&cursor=x", "tab=waiting&reason=none", "reason=fraud&evil=1"])
    expect((await schedule(query)).kind).toBe("created");
  expect((await listScheduledExports(ctx)).map(({ list, query }) => [list, query]).toReversed()).toEqual([
    ["manual_refunds", ""],
    ["manual_refunds", "tab=waiting&reason=none"],
    ["manual_refunds", "reason=fraud"],
  ]);
  for (const query of ["tab=none", "reason=%00", "reason=Two words"])
    expect(await schedule(query)).toEqual({ kind: "invalid", faults: { filter: "unknown" } });
});

it("is for those who see refunds and may export", async () => {
  const blind = await harness.ctxOf(composed(["view_payments", "export_records"]));
  expect(await schedule("", blind)).toEqual({ kind: "forbidden" });
  expect(await schedule("", await harness.ctxOf("support"))).toEqual({ kind: "forbidden" });
  expect(await fileOf("")).toEqual([]);
  const [run] = await runsOf(ctx);
  const without = { ...ctx, actor: { ...ctx.actor, role: blind.actor.role } };
  await expect(downloadExport(without, { runId: run?.runId ?? "" })).rejects.toBeInstanceOf(ForbiddenError);
});
