import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { BulkReview } from "@/lib/bulk/review";
import { approveRequest } from "../../approvals/commands/approve-request";
import { declineApproval } from "../../approvals/commands/decline-approval";
import { findApproval } from "../../approvals/queries/find-approval";
import { listApprovals } from "../../approvals/queries/list-approvals";
import type { Ctx } from "../../context";
import { setRule } from "@/tools/testing/dashboard/approvals";
import { BulkDriver } from "@/tools/testing/dashboard/bulk";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { pauseBulkRun } from "../commands/pause-bulk-run";
import { resumeBulkRun } from "../commands/resume-bulk-run";
import { bulkApprovalDecided } from "../jobs/bulk-approval-decided";
import { findBulkRun } from "./find-bulk-run";
import { reviewBulkRun } from "./review-bulk-run";

let harness: Harness;
let driver: BulkDriver;
let asker: Ctx;
let approver: Ctx;

beforeAll(async () => {
  harness = await startHarness();
});
beforeEach(async () => {
  await harness.reset();
  driver = new BulkDriver(harness);
  asker = await harness.ctxOf("finance");
  approver = await harness.ctxOf("admin");
});
afterAll(() => harness.stop());

async function approvalOf(runId: string): Promise<string> {
  const approvalId = (await findBulkRun(asker, runId))?.approval?.approvalId;
  if (approvalId === undefined) throw new Error("no request");
  return approvalId;
}

/** Starts a checked run, which has to wait for approval. */
async function request(runId: string): Promise<string> {
  expect(await driver.start(asker, runId)).toEqual({ kind: "awaits_approval" });
  return approvalOf(runId);
}

async function review(approvalId: string, after: number | null = null): Promise<BulkReview> {
  const found = await reviewBulkRun(approver, { approvalId, isAll: after !== null, after: after ?? 0 });
  if (found === null) throw new Error("no review");
  return found;
}

const paid = (reference: string, fields: object = {}) =>
  harness.service.addPayment({
    merchant_transaction_id: reference,
    transaction_amount: "100.00",
    ...fields,
  });

it("tells an approver the sums, the largest rows, the reasons and the duplicates, and what is skipped", async () => {
  for (const reference of ["A", "B", "C", "D"]) paid(reference);
  paid("U", { currency: "USD" });
  const before = await driver.prepare(asker, "refund", "D,4.00,Torn");
  await driver.start(asker, before);
  await driver.finish(asker, before);
  await setRule(harness, "1.00");
  const runId = await driver.upload(
    asker,
    "refund",
    ["A,10.00,Torn", "B,30.00,", "A,20.00,Late", "C,5.00,Torn", "U,7.00,Torn", "C,5.00,Torn", "C,5.00,Late"]
      .concat("D,4.00,Torn", "MISSING,1.00,")
      .join("\n"),
    "refunds-march.csv",
  );
  await driver.check(asker, runId);
  const [likely] = (await driver.rows(asker, runId)).filter(({ reference }) => reference === "D");
  expect(likely?.state).toBe("likely_duplicate");
  expect(await driver.confirmAll(approver, runId)).toBe(2);
  const approvalId = await request(runId);

  const shown = await review(approvalId);
  expect(shown).toMatchObject({
    rowCount: 7,
    paymentCount: 5,
    totals: [
      { currency: "INR", rows: 6, amount: "74.00" },
      { currency: "USD", rows: 1, amount: "7.00" },
    ],
    reasons: {
      count: 3,
      entries: [
        {
          reason: "Torn",
          rows: 4,
          totals: [
            { currency: "INR", amount: "19.00" },
            { currency: "USD", amount: "7.00" },
          ],
        },
        { reason: "Late", rows: 2, totals: [{ currency: "INR", amount: "25.00" }] },
        { reason: null, rows: 1, totals: [{ currency: "INR", amount: "30.00" }] },
      ],
    },
    samePayment: {
      count: 2,
      entries: [
        { reference: "A", rows: 2, lines: [1, 3], amount: "30.00", currency: "INR" },
        { reference: "C", rows: 2, lines: [4, 7], amount: "10.00", currency: "INR" },
      ],
    },
    confirmed: {
      count: 2,
      entries: [
        {
          reference: "C",
          confirmedBy: approver.actor.name,
          faults: [{ kind: "same_payment_as_line", line: 4 }],
        },
        { reference: "D", confirmedBy: approver.actor.name, faults: [{ kind: "in_other_run" }] },
      ],
    },
    leftOut: { duplicates: 1, likelyDuplicates: 0, problems: 1 },
    next: null,
  });
  const named = (rows: BulkReview["rows"]) => rows.map(({ reference, amount }) => `${reference} ${amount}`);
  expect(named(shown.largest)).toEqual(["B 30.00", "A 20.00", "A 10.00", "U 7.00"]);
  expect(named(shown.rows)).toEqual([
    "A 10.00",
    "B 30.00",
    "A 20.00",
    "C 5.00",
    "U 7.00",
    "C 5.00",
    "D 4.00",
  ]);

  const { approvals } = await listApprovals(approver, { tab: "waiting" });
  expect(approvals).toMatchObject([
    {
      subject: {
        kind: "bulk",
        run: { fileName: "refunds-march.csv", createdBy: asker.actor.name, rowCount: 9 },
      },
      rowCount: 7,
      totals: [
        { currency: "INR", amount: "74.00", largest: "30.00" },
        { currency: "USD", amount: "7.00", largest: "7.00" },
      ],
    },
  ]);
});

it("a likely duplicate that nobody confirmed is skipped, and counted as one", async () => {
  paid("A");
  paid("B");
  await setRule(harness, "1.00");
  const runId = await driver.prepare(asker, "refund", "A,10.00,Torn\nA,10.00,Late\nB,10.00,Late");
  const shown = await review(await request(runId));
  expect(shown).toMatchObject({
    rowCount: 2,
    confirmed: { count: 0, entries: [] },
    samePayment: { count: 0, entries: [] },
    leftOut: { duplicates: 0, likelyDuplicates: 1, problems: 0 },
  });
});

it("first shows 20 rows, then all of them a page at a time", async () => {
  await setRule(harness, "1.00");
  const approvalId = await request(await driver.prepare(asker, "refund", driver.refunds(130)));
  const first = await review(approvalId);
  expect([first.rows.length, first.rowCount, first.next]).toEqual([20, 130, 20]);
  const all = await review(approvalId, 0);
  expect([all.rows.length, all.next]).toEqual([100, 100]);
  const rest = await review(approvalId, 100);
  expect([rest.rows[0]?.reference, rest.rows.length, rest.next]).toEqual(["PAY-101", 30, null]);
  const nonsense = await reviewBulkRun(approver, { approvalId, isAll: true, after: "x" });
  expect(nonsense?.rows[0]?.reference).toBe("PAY-1");
});

it("covers the rows that were still to be sent when approval was requested, also after the decision", async () => {
  driver = new BulkDriver(harness, 1);
  const runId = await driver.prepare(asker, "refund", driver.refunds(3));
  await driver.start(asker, runId);
  await driver.turn(runId);
  await pauseBulkRun(asker, { runId });
  harness.clock.advance(1_000);
  await setRule(harness, "1.00");
  expect(await resumeBulkRun(asker, { runId })).toEqual({ kind: "awaits_approval" });
  const approvalId = await approvalOf(runId);
  const references = async () => (await review(approvalId)).rows.map(({ reference }) => reference);
  expect(await references()).toEqual(["PAY-2", "PAY-3"]);

  await approveRequest(approver, { approvalId, note: "" });
  await bulkApprovalDecided(harness.services, runId);
  await driver.finish(asker, runId);
  expect(await driver.states(asker, runId)).toEqual(["accepted", "accepted", "accepted"]);
  expect(await references()).toEqual(["PAY-2", "PAY-3"]);
  expect(await review(approvalId)).toMatchObject({ rowCount: 2, totals: [{ amount: "20.00" }] });
});

it("returns the texts of a file as they are, whatever they contain", async () => {
  const reasons = ['=HYPERLINK("http://x.test")', "\u202Etnuocsid\u202C", "x".repeat(200)];
  const references = reasons.map((_, index) => `=CMD-${index}`);
  for (const reference of references) paid(reference);
  await setRule(harness, "1.00");
  const cells = references.map(
    (reference, index) => `${reference},1.00,"${(reasons[index] ?? "").replaceAll('"', '""')}"`,
  );
  const runId = await driver.upload(asker, "refund", cells.join("\n"), '=1+1"\u202Evsc.csv');
  await driver.check(asker, runId);
  const approvalId = await request(runId);
  const { rows } = await review(approvalId);
  expect(rows.map(({ reason }) => reason)).toEqual(reasons);
  expect((await findApproval(approver, approvalId))?.approval.subject).toMatchObject({
    run: { fileName: '=1+1"\u202Evsc.csv' },
  });
});

it("is for those who may see refunds, and for requests of bulk runs", async () => {
  await setRule(harness, "1.00");
  const approvalId = await request(await driver.prepare(asker, "refund", driver.refunds(1)));
  await declineApproval(approver, { approvalId, note: "No" });
  expect((await review(approvalId)).rowCount).toBe(1);
  const input = { isAll: false, after: 0 };
  expect(await reviewBulkRun(approver, { ...input, approvalId: randomUUID() })).toBeNull();
  expect(await reviewBulkRun(approver, { ...input, approvalId: "x" })).toBeNull();
});
