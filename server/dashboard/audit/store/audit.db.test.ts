import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { AuditFilter } from "@/lib/audit";
import { ForbiddenError } from "../../auth/authorize";
import { verifyAuditLog } from "../commands/verify-audit-log";
import type { Ctx } from "../../context";
import { verifyAudit } from "../jobs/verify-audit";
import { auditState } from "../queries/audit-state";
import { exportAudit } from "../queries/export-audit";
import { listAudit } from "../queries/list-audit";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { recordAudit } from "./record-audit";

const NO_FILTER: AuditFilter = { person: "", action: "", subject: "", from: "", until: "" };
let harness: Harness;
let admin: Ctx;

beforeAll(async () => {
  harness = await startHarness();
});
beforeEach(async () => {
  await harness.reset();
  // The log starts again with each test, and so must its chain.
  await harness.pool.query("update audit_head set position = 0, hash = decode(repeat('00', 32), 'hex')");
  admin = await harness.ctxOf("admin");
});
afterAll(() => harness.stop());

const write = (subjectId: string, more: Partial<Parameters<typeof recordAudit>[1]> = {}): Promise<void> =>
  recordAudit(harness.pool, {
    at: harness.clock.now(),
    actor: { userId: randomUUID(), email: "Asha@example.com" },
    action: "refund_requested",
    subject: { kind: "payment", id: subjectId },
    ...more,
  });
const found = async (filter: Partial<AuditFilter>): Promise<string[]> =>
  (await listAudit(admin, { ...NO_FILTER, ...filter }, null)).entries.map((entry) => entry.subject.id);

describe("the search", () => {
  beforeEach(async () => {
    await write("TXN1");
    await write("TXN2", { actor: "system", action: "refund_accepted" });
    await write("c1", {
      action: "cancel_requested",
      subject: { kind: "cancellation", id: "c1" },
      detail: { transactionId: "TXN1", reference: 'ORDER "1" \\ नमस्ते 🙂' },
    });
  });

  it.each<[string, Partial<AuditFilter>, string[]]>([
    ["everything, newest first", {}, ["c1", "TXN2", "TXN1"]],
    ["by the beginning of an e-mail in any case", { person: " ASHA@" }, ["c1", "TXN1"]],
    ["what Paydeck did by itself", { person: "system" }, ["TXN2"]],
    ["no signs of a pattern", { person: "%" }, []],
    ["by action", { action: "refund_accepted" }, ["TXN2"]],
    ["a payment, whatever names it", { subject: "TXN1" }, ["c1", "TXN1"]],
    ["a reference of any characters", { subject: 'ORDER "1" \\ नमस्ते 🙂' }, ["c1"]],
    ["all of them together", { subject: "TXN1", person: "asha", action: "refund_requested" }, ["TXN1"]],
    ["a whole day", { from: "2026-11-21", until: "2026-11-21" }, ["c1", "TXN2", "TXN1"]],
    ["nothing of another day", { from: "2026-11-22" }, []],
    ["nothing before", { until: "2026-11-20" }, []],
    ["nothing by a NUL", { subject: "\0" }, ["c1", "TXN2", "TXN1"]],
  ])("finds %s", async (_name, filter, expected) => {
    expect(await found(filter)).toEqual(expected);
  });

  it("tells a time that is none at its field, and searches by the rest", async () => {
    const list = await listAudit(admin, { ...NO_FILTER, from: "yesterday", action: "refund_accepted" }, null);
    expect(list).toMatchObject({ faults: ["from"], entries: [{ subject: { id: "TXN2" } }] });
  });

  it("offers every action of the log", async () => {
    const list = await listAudit(admin, { ...NO_FILTER, action: "none" }, null);
    expect(list.actions).toEqual(["cancel_requested", "refund_accepted", "refund_requested"]);
  });
});

it("pages hold every entry once, also when more are written in between", async () => {
  for (let index = 0; index < 120; index += 1) await write(`TXN${index}`);
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const list = await listAudit(admin, NO_FILTER, cursor);
    seen.push(...list.entries.map((entry) => entry.subject.id));
    cursor = list.nextCursor;
    await write("late");
  } while (cursor !== null);
  expect(seen).toEqual(Array.from({ length: 120 }, (_, index) => `TXN${119 - index}`));
  expect((await listAudit(admin, NO_FILTER, "no cursor")).entries).toHaveLength(50);
});

it.each(["support", "ops", "finance"] as const)(
  "%s sees none of it, and the look is audited",
  async (role) => {
    const ctx = await harness.ctxOf(role);
    await expect(listAudit(ctx, NO_FILTER, null)).rejects.toThrow(ForbiddenError);
    await expect(auditState(ctx)).rejects.toThrow(ForbiddenError);
    await expect(exportAudit(ctx, NO_FILTER, "csv")).rejects.toThrow(ForbiddenError);
    expect(await verifyAuditLog(ctx, "all")).toEqual({ kind: "forbidden" });
    const rows = await harness.audit();
    expect(rows.map((row) => row.action)).toEqual(Array(4).fill("forbidden"));
  },
);

it("an export holds every entry of the filter and no formula (failure 31)", async () => {
  await write("=HYPERLINK(1)");
  await write("TXN1", { action: "refund_accepted" });
  const exported = await exportAudit(admin, { ...NO_FILTER, person: "asha" }, "csv");
  if (exported === "invalid") throw new Error(exported);
  const text = await exported.text();
  const lines = text.trim().split("\r\n");
  expect(lines).toHaveLength(3);
  expect(lines[2]).toContain(`"'=HYPERLINK(1)"`);
});

it.each<[string, Partial<AuditFilter>]>([
  ["a day that no calendar has", { from: "2026-11-31" }],
  ["an end that is not a time", { until: "yesterday" }],
  ["a person of more than 300 characters", { person: "a".repeat(301) }],
  ["an action that Postgres cannot hold", { action: "a\0" }],
  ["a subject of more than 300 characters", { subject: "a".repeat(301) }],
])("an export by %s is refused, and the list says which field was left out", async (_name, filter) => {
  await write("TXN1");
  expect(await exportAudit(admin, { ...NO_FILTER, ...filter }, "csv")).toBe("invalid");
  const list = await listAudit(admin, { ...NO_FILTER, ...filter }, null);
  expect(list.faults).toEqual(Object.keys(filter));
});

describe("the check", () => {
  async function check(scope: "all" | "newest" = "all") {
    expect(await verifyAuditLog(admin, scope)).toEqual({ kind: "started" });
    const { rows } = await harness.pool.query<{ id: string }>(
      "select id from audit_verifications order by requested_at desc limit 1",
    );
    await verifyAudit(harness.services, rows[0]?.id ?? "");
    return (await auditState(admin)).latest?.finished;
  }
  const tamper = (sql: string): Promise<unknown> =>
    harness.pool.query(
      `alter table audit_log disable trigger user; ${sql}; alter table audit_log enable trigger user`,
    );

  it("finds a log whole that is, tells where it ends, and leaves its own trace", async () => {
    for (const id of ["one", "two", "three"]) await write(id);
    expect(await check()).toMatchObject({ verdict: "whole", position: "4" });
    expect(await check("newest")).toMatchObject({ verdict: "whole" });
    expect((await harness.audit()).map((row) => row.action)).toEqual([
      ...Array<string>(3).fill("refund_requested"),
      "audit_verification_requested",
      "audit_verified",
      "audit_verification_requested",
      "audit_verified",
    ]);
    const { head } = await auditState(admin);
    expect(head).toMatchObject({ position: "7", hash: expect.stringMatching(/^[0-9a-f]{64}$/) as string });
  });

  it.each([
    ["altered", "update audit_log set action = 'other' where position = 2", "2"],
    ["missing", "delete from audit_log where position = 2", "2"],
  ])("finds an entry that is %s", async (verdict, sql, position) => {
    for (const id of ["one", "two", "three"]) await write(id);
    await tamper(sql);
    expect(await check()).toMatchObject({ verdict, position });
  });

  it("of the newest evaluates those, and believes what came before", async () => {
    for (let index = 0; index < 6; index += 1) await write(`TXN${index}`);
    await tamper("update audit_log set action = 'other' where position = 1");
    const id = randomUUID();
    await harness.pool.query(
      "insert into audit_verifications (id, requested_at, newest_rows) values ($1, $2, 3)",
      [id, harness.clock.now()],
    );
    await verifyAudit(harness.services, id);
    expect((await auditState(admin)).latest?.finished).toMatchObject({ verdict: "whole", position: "6" });
  });

  it("is made once, however many ask at the same time, and its step can be repeated", async () => {
    const outcomes = await Promise.all([1, 2, 3].map(() => verifyAuditLog(admin, "all")));
    expect(outcomes.map((outcome) => outcome.kind).sort()).toEqual(["running", "running", "started"]);
    const { rows } = await harness.pool.query<{ id: string }>("select id from audit_verifications");
    const id = rows[0]?.id ?? "";
    await verifyAudit(harness.services, id);
    await verifyAudit(harness.services, id);
    const actions = (await harness.audit()).map((row) => row.action);
    expect(actions.filter((action) => action === "audit_verified")).toHaveLength(1);
  });

  it("does not begin without its audit row (failure 38)", async () => {
    const mend = await harness.breakAudit();
    await expect(verifyAuditLog(admin, "all")).rejects.toThrow();
    await mend();
    expect((await auditState(admin)).latest).toBeNull();
  });
});
