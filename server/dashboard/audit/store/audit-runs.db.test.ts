import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { AuditEntryView, AuditFilter, AuditListView } from "@/lib/audit";
import type { Ctx } from "../../context";
import { BulkDriver } from "@/tools/testing/dashboard/bulk";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { listAudit } from "../queries/list-audit";
import { recordAudit } from "./record-audit";

/** Decision 0127: a bulk run is one action of the log, with what its rows did. */
const NO_FILTER: AuditFilter = { person: "", action: "", subject: "", from: "", until: "" };
let harness: Harness;
let driver: BulkDriver;
let admin: Ctx;
let finance: Ctx;

beforeAll(async () => {
  harness = await startHarness();
});
beforeEach(async () => {
  await harness.reset();
  await harness.pool.query("update audit_head set position = 0, hash = decode(repeat('00', 32), 'hex')");
  driver = new BulkDriver(harness, 200);
  admin = await harness.ctxOf("admin");
  finance = await harness.ctxOf("finance");
});
afterAll(() => harness.stop());

const list = (filter: Partial<AuditFilter> = {}, cursor: string | null = null): Promise<AuditListView> =>
  listAudit(admin, { ...NO_FILTER, ...filter }, cursor);
const shape = ({ action, outcome, run }: AuditEntryView): unknown => [
  action,
  outcome?.action ?? null,
  run?.id ?? null,
];

async function refundRun(rows: number): Promise<string> {
  const runId = await driver.prepare(finance, "refund", driver.refunds(rows));
  await driver.start(finance, runId);
  await driver.finish(finance, runId);
  return runId;
}

describe("a bulk run", () => {
  test("is one entry with its rows under its details, and its upload another", async () => {
    const runId = await refundRun(3);
    const { entries } = await list();
    expect(entries.map(shape)).toEqual([
      ["bulk_started", "bulk_ended", runId],
      ["bulk_uploaded", null, runId],
    ]);
    const [run] = entries;
    expect(run).toMatchObject({
      family: "bulk_run",
      person: { email: finance.actor.email },
      amount: "₹30.00",
      payment: null,
      notListed: 0,
    });
    expect(run?.facts).toContainEqual({ name: "rows", value: "3" });
    const actions = run?.steps.map(({ action }) => action) ?? [];
    expect(actions.filter((action) => action === "refund_requested")).toHaveLength(3);
    expect(actions.filter((action) => action === "refund_accepted")).toHaveLength(3);
    expect(actions).toHaveLength(8);
  });

  test("that cancels is one entry too, and a person's own refund beside it another", async () => {
    for (const name of ["A", "B"]) {
      harness.service.addPayment({ merchant_transaction_id: name, transaction_status: "INITIATED" });
    }
    const runId = await driver.prepare(finance, "cancel", "A\nB");
    await driver.start(finance, runId);
    await driver.finish(finance, runId);
    await recordAudit(harness.pool, {
      at: harness.clock.now(),
      actor: finance.actor,
      action: "refund_requested",
      subject: { kind: "refund_intent", id: randomUUID() },
      requestId: randomUUID(),
    });
    expect((await list()).entries.map(shape)).toEqual([
      ["refund_requested", null, null],
      ["bulk_started", "bulk_ended", runId],
      ["bulk_uploaded", null, runId],
    ]);
  });

  test("stays one entry when the outcome of a row is recorded later, by no request", async () => {
    const runId = await refundRun(2);
    const { rows } = await harness.pool.query<{ id: string }>("select id from refund_intents");
    for (const { id } of rows) {
      await recordAudit(harness.pool, {
        at: harness.clock.now(),
        actor: "system",
        action: "refund_accepted",
        subject: { kind: "refund_intent", id },
      });
    }
    expect((await list()).entries.map(shape)).toEqual([
      ["bulk_started", "bulk_ended", runId],
      ["bulk_uploaded", null, runId],
    ]);
    // The system's records of the two rows are part of the run's entry.
    expect((await list({ person: "system" })).entries.map(shape)).toEqual([
      ["bulk_started", "bulk_ended", runId],
    ]);
  });

  test("shows single rows to who searches for a payment or for an action", async () => {
    await refundRun(3);
    const [payment] = harness.service.payments.get("PAY-2") ?? [];
    const found = await list({ subject: payment?.transaction_id ?? "" });
    expect(found.entries).toMatchObject([
      { action: "refund_requested", payment: { reference: "PAY-2" }, steps: [{}, {}] },
    ]);
    expect((await list({ action: "refund_accepted" })).entries).toHaveLength(3);
    expect((await list({ action: "bulk_started" })).entries).toMatchObject([
      { action: "bulk_started", outcome: { action: "bulk_ended" } },
    ]);
  });

  test("hides no row from a period in which it neither began nor ended", async () => {
    const runId = await driver.prepare(finance, "refund", driver.refunds(2));
    await driver.start(finance, runId);
    harness.clock.advance(60_000);
    const from = harness.clock.now().toISOString();
    await driver.turn(runId);
    expect((await list({ from })).entries.map(shape)).toEqual([["bulk_started", "bulk_ended", runId]]);
    const { rows } = await harness.pool.query<{ at: Date }>(
      "select at from audit_log where action = 'bulk_ended'",
    );
    const within = await list({ from, until: rows[0]?.at.toISOString() ?? "" });
    expect(within.entries.map(shape)).toEqual([
      ["refund_requested", "refund_accepted", runId],
      ["refund_requested", "refund_accepted", runId],
    ]);
  });

  test("keeps who resolved an unknown refund of a row as an entry", async () => {
    await refundRun(1);
    const { rows } = await harness.pool.query<{ id: string }>("select id from refund_intents");
    await recordAudit(harness.pool, {
      at: harness.clock.now(),
      actor: admin.actor,
      action: "refund_settled",
      subject: { kind: "refund_intent", id: rows[0]?.id ?? "" },
      requestId: randomUUID(),
    });
    expect((await list()).entries.map(({ action }) => action)).toEqual([
      "refund_settled",
      "bulk_started",
      "bulk_uploaded",
    ]);
  });

  test("is on one page only, and says how many records are not listed", async () => {
    const runs = [await refundRun(60)];
    for (let count = 0; count < 60; count += 1) {
      await recordAudit(harness.pool, {
        at: harness.clock.now(),
        actor: admin.actor,
        action: "signed_out",
        subject: { kind: "session", id: `${count}` },
      });
    }
    const seen: AuditEntryView[] = [];
    let cursor: string | null = null;
    do {
      const page = await list({}, cursor);
      seen.push(...page.entries);
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(seen.filter(({ family }) => family === "bulk_run").map(({ run }) => run?.id)).toEqual(runs);
    expect(seen).toHaveLength(62);
    expect(seen.find(({ family }) => family === "bulk_run")).toMatchObject({ notListed: 20 });
  });
});
