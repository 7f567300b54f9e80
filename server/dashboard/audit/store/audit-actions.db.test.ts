import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { AuditEntryView, AuditFilter, AuditListView } from "@/lib/audit";
import type { Ctx } from "../../context";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { exportAudit } from "../queries/export-audit";
import { listAudit } from "../queries/list-audit";
import { type AuditEntry, recordAudit } from "./record-audit";

const NO_FILTER: AuditFilter = { person: "", action: "", subject: "", from: "", until: "" };
let harness: Harness;
let admin: Ctx;

beforeAll(async () => {
  harness = await startHarness();
});
beforeEach(async () => {
  await harness.reset();
  await harness.pool.query("update audit_head set position = 0, hash = decode(repeat('00', 32), 'hex')");
  admin = await harness.ctxOf("admin");
});
afterAll(() => harness.stop());

const record = (entry: Pick<AuditEntry, "action" | "subject"> & Partial<AuditEntry>): Promise<void> =>
  recordAudit(harness.pool, {
    at: harness.clock.now(),
    actor: admin.actor,
    requestId: "request-1",
    ...entry,
  });

const list = (filter: Partial<AuditFilter> = {}, cursor: string | null = null): Promise<AuditListView> =>
  listAudit(admin, { ...NO_FILTER, ...filter }, cursor);

const intent = (id: string) => ({ kind: "refund_intent", id }) as const;
const begin = (id: string): Promise<void> =>
  record({
    action: "refund_requested",
    subject: intent(id),
    detail: { transactionId: `TXN-${id}`, reference: `ORDER-${id}`, amount: "1971.50", currency: "INR" },
  });

const shape = ({ action, outcome, steps }: AuditEntryView): unknown => [
  action,
  outcome?.action ?? null,
  steps.length,
];

test("a refund is one entry: name, reference, amount and outcome, with its records in order", async () => {
  const id = randomUUID();
  await begin(id);
  await record({ action: "refund_unknown", subject: intent(id), detail: { transactionId: `TXN-${id}` } });
  await record({
    action: "refund_accepted",
    subject: intent(id),
    actor: "system",
    at: new Date(harness.clock.now().getTime() + 120_000),
    detail: { transactionId: `TXN-${id}`, refundId: "RFD1" },
  });
  const { entries } = await list();
  expect(entries).toMatchObject([
    {
      family: "refund",
      person: { email: admin.actor.email },
      outcome: { action: "refund_accepted", isLater: true },
      payment: { transactionId: `TXN-${id}`, reference: `ORDER-${id}` },
      amount: "₹1,971.50",
      steps: [{ action: "refund_requested" }, { action: "refund_unknown" }, { action: "refund_accepted" }],
    },
  ]);
  const { rows } = await harness.pool.query<{ name: string }>("select name from people where id = $1", [
    admin.actor.userId,
  ]);
  expect(entries[0]?.person?.name).toBe(rows[0]?.name);
  const stored = await harness.pool.query<{ hash: string }>(
    "select encode(hash, 'hex') as hash from audit_log order by position",
  );
  expect(entries[0]?.steps.map(({ hash }) => hash)).toEqual(stored.rows.map(({ hash }) => hash));
});

test("an action without an outcome is open, and one of another subject is not mistaken for it", async () => {
  await begin("a");
  await begin("b");
  await record({ action: "refund_refused", subject: intent("b"), detail: { message: "No." } });
  await record({ action: "forbidden", subject: intent("a") });
  expect((await list()).entries.map(shape)).toEqual([
    ["forbidden", null, 1],
    ["refund_requested", "refund_refused", 2],
    ["refund_requested", null, 1],
  ]);
});

test("who resolves an unknown refund has an entry, and the refund shows that it is resolved", async () => {
  await begin("a");
  await record({ action: "refund_unknown", subject: intent("a") });
  await record({ action: "refund_settled", subject: intent("a"), detail: { verdict: "not_sent" } });
  expect((await list()).entries.map(shape)).toEqual([
    ["refund_settled", null, 1],
    ["refund_requested", "refund_settled", 3],
  ]);
});

test("two changes of one endpoint are two entries: only records of one request belong together", async () => {
  const subject = { kind: "webhook", id: "whe_1" } as const;
  await record({ action: "webhook_update_requested", subject, requestId: "one" });
  await record({ action: "webhook_update_requested", subject, requestId: "two" });
  await record({ action: "webhook_update_done", subject, requestId: "one" });
  await record({ action: "webhook_update_unknown", subject, requestId: "two" });
  expect((await list()).entries.map(shape)).toEqual([
    ["webhook_update_requested", "webhook_update_unknown", 2],
    ["webhook_update_requested", "webhook_update_done", 2],
  ]);
});

test("a filter that one record matches finds the whole action, once; the export has the record alone", async () => {
  await begin("a");
  await record({
    action: "refund_accepted",
    subject: intent("a"),
    actor: "system",
    detail: { refundId: "RFD1" },
  });
  for (const filter of [
    { action: "refund_requested" },
    { person: "system" },
    { subject: "RFD1" },
    { subject: "a" },
  ]) {
    expect((await list(filter)).entries.map(shape)).toEqual([["refund_requested", "refund_accepted", 2]]);
  }
  const exported = await exportAudit(admin, { ...NO_FILTER, subject: "RFD1" }, "csv");
  if (exported === "invalid") throw new Error(exported);
  expect((await exported.text()).trim().split("\r\n")).toHaveLength(2);
});

test("pages tear no action, repeat none and lose none, also when outcomes are recorded in between", async () => {
  const ids = Array.from({ length: 70 }, (_, index) => `refund-${index}`);
  for (const id of ids) await begin(id);
  for (const id of ids.slice(0, 60)) await record({ action: "refund_accepted", subject: intent(id) });
  const seen: string[] = [];
  const lengths: number[] = [];
  let cursor: string | null = null;
  do {
    const page = await list({ action: "" }, cursor);
    seen.push(...page.entries.map((entry) => entry.subject.id));
    lengths.push(...page.entries.map((entry) => entry.steps.length));
    cursor = page.nextCursor;
    // What is still to come must not move to a page that was read already.
    await record({ action: "refund_accepted", subject: intent("refund-61") });
  } while (cursor !== null);
  expect([...seen].sort()).toEqual([...ids].sort());
  expect(lengths.filter((length) => length >= 2)).toHaveLength(61);
});

test("a row of a bulk run names the run's file, and a start that is missing tears nothing", async () => {
  const runId = randomUUID();
  await harness.pool.query(
    `insert into bulk_runs (id, kind, service_address, file_name, content_hash, row_count, created_by, created_at, state)
     values ($1, 'refund', 'http://service', 'november.csv', 'hash', 1, $2, now(), 'checked')`,
    [runId, admin.actor.userId],
  );
  await record({ action: "bulk_uploaded", subject: { kind: "bulk_run", id: runId }, detail: { rows: 1 } });
  await record({ action: "refund_accepted", subject: intent("a"), requestId: runId });
  expect((await list()).entries).toMatchObject([
    {
      action: "refund_accepted",
      outcome: { action: "refund_accepted" },
      run: { id: runId, name: { fileName: "november.csv" } },
    },
    {
      action: "bulk_uploaded",
      subject: { name: null },
      facts: [{ name: "rows", value: "1" }],
      run: { id: runId, name: { fileName: "november.csv" } },
    },
  ]);
});
