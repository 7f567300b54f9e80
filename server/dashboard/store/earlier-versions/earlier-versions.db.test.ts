import { createHash } from "node:crypto";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ComposedRole, covers, type PresetRole } from "@/lib/can";
import { createTestDatabase, type TestDatabase } from "@/server/checks/database";
import { migrateThroughVersions } from "@/server/checks/earlier-versions";
import { createLogger } from "@/server/platform/log";
import type { Pool } from "@/server/platform/pool";
import { projectRoot } from "@/server/platform/root";
import { verifyChain } from "../../audit/store/chain";
import { findApproval } from "../../approvals/store/approvals";
import { auditHead, auditLinks } from "../../audit/store/audit-chain";
import { listBulkRows } from "../../bulk/store/bulk-rows";
import { findBulkRun } from "../../bulk/store/bulk-runs";
import { openDatabase } from "../open-database";
import { findPersonByEmail } from "../../people/store/people";
import { findIntent } from "../../refunds/store/refund-intents";
import { ROLE_JSON } from "../role-sql";
import {
  APPROVAL_STATES,
  INTENT_NAMES,
  ROLES_BEFORE_VIEW_GATEWAYS,
  ROW_STATES,
  ROWS,
  RUN_STATES,
} from "./rows";

/**
 * A database that began at the first version, and got rows in every state at each version up to the newest. Every later
 * migration therefore meets the rows of every earlier one.
 */
const FOLDER = join(projectRoot(), "server/dashboard/store/migrations");
const logger = createLogger("test", "silent");
let database: TestDatabase;
let pool: Pool;
let versions: number[];
/** How many rows were inserted into each table. */
let given: Record<string, number>;
let audited: string[];

beforeAll(async () => {
  database = await createTestDatabase("dashboard");
  versions = await migrateThroughVersions({
    databaseUrl: database.url,
    folder: FOLDER,
    rows: ROWS,
    prepare: (session) =>
      session.query("create function pg_temp.id(text) returns uuid language sql as 'select md5($1)::uuid'"),
    async after(session, version) {
      // The audit log has a chain from the second version on.
      if (version === 2) audited = await auditTexts(session);
      given = await countRows(session);
    },
  });
  pool = await openDatabase({
    connectionString: database.url,
    secret: "test-secret-of-the-dashboard",
    applicationName: "test",
    maxConnections: 4,
    logger,
  });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const id = (name: string): string => {
  const hex = createHash("md5").update(name).digest("hex");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
};
const from = (since: number) => versions.filter((version) => version >= since);

async function countRows(session: pg.Client): Promise<Record<string, number>> {
  const { rows: tables } = await session.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'schema_migrations' order by 1",
  );
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const { rows } = await session.query<{ n: number }>(
      `select count(*)::int as n from ${pg.escapeIdentifier(name)}`,
    );
    counts[name] = rows[0]?.n ?? 0;
  }
  return counts;
}

async function auditTexts(session: Pick<pg.Client, "query">): Promise<string[]> {
  const { rows } = await session.query<{ text: string }>(
    "select audit_text(audit_log) as text from audit_log order by position limit 4",
  );
  return rows.map(({ text }) => text);
}

test("no row is lost on the way to the newest version", () => {
  const each = (since: number, perVersion: number): number => from(since).length * perVersion;
  expect(given).toMatchObject({
    people: each(1, 8),
    sessions: each(1, 4),
    sign_in_failures: each(1, 4),
    refund_intents: each(1, INTENT_NAMES.length),
    refund_ledgers: each(1, INTENT_NAMES.length) + each(6, APPROVAL_STATES.length),
    cancellations: each(1, 5),
    audit_log: each(1, 2),
    saved_views: each(3, 1),
    // The accepted refunds from before the table existed, and those of each version since.
    tracked_refunds: 3 * 4 + each(4, 4),
    approval_requests: each(6, APPROVAL_STATES.length),
    approval_reservations: each(6, APPROVAL_STATES.length),
    bulk_runs: each(7, RUN_STATES.length),
    bulk_rows: each(7, RUN_STATES.length * ROW_STATES.length),
    person_links: each(8, 1),
    recovery_codes: each(8, 2),
    audit_verifications: each(9, 5),
  });
});

test("every refund is what it was, and its amount too", async () => {
  for (const version of versions) {
    for (const name of INTENT_NAMES) {
      const intent = await findIntent(pool, id(`${name} ${version}`));
      const state = name.split("-")[0] === "accepted" ? "ACCEPTED" : name.replace("-", "_").toUpperCase();
      expect(intent, `${name} of version ${version}`).toMatchObject({
        state,
        amountPaise: 12_345n,
        currency: "INR",
      });
    }
  }
});

test("every approval request, run and row can be read, in its state", async () => {
  for (const version of from(6)) {
    for (const state of APPROVAL_STATES) {
      const approval = await findApproval(pool, id(`approval ${state} ${version}`));
      expect(approval, `${state} of version ${version}`).toMatchObject({
        state,
        totals: [{ currency: "INR", amountPaise: 2_000n }],
      });
    }
  }
  for (const version of from(7)) {
    for (const state of RUN_STATES) {
      const runId = id(`run ${state} ${version}`);
      expect(await findBulkRun(pool, runId), `${state} of version ${version}`).toMatchObject({ state });
      const rows = await listBulkRows(pool, { runId, states: null, after: 0, limit: 100 });
      expect(rows.map((row) => row.state)).toEqual(ROW_STATES);
    }
  }
});

test("people of every version can be found, and those who were let go are so still", async () => {
  for (const version of versions) {
    expect(await findPersonByEmail(pool, `finance-${version}@example.com`)).toMatchObject({
      deactivatedAt: null,
    });
    const gone = await findPersonByEmail(pool, `gone-finance-${version}@example.com`);
    expect(gone?.deactivatedAt).toEqual(new Date("2026-01-01T10:00:00.123Z"));
  }
});

test("who managed the people of a team still does when the team sees gateways", async () => {
  const before = from(61).filter((version) => version <= 70);
  for (const version of before) {
    const ids = Object.keys(ROLES_BEFORE_VIEW_GATEWAYS).map((name) => id(`${name} ${String(version)}`));
    const { rows } = await pool.query<{ role: ComposedRole }>(
      `select ${ROLE_JSON} as role from roles where id = any($1)`,
      [ids],
    );
    const covering = (preset: PresetRole): string[] =>
      rows.filter(({ role }) => covers(role, preset)).map(({ role }) => role.name);
    const named = (...names: string[]) => names.map((name) => `${name} ${String(version)}`).sort();
    expect(covering("ops").sort()).toEqual(named("lead of finance", "lead of operations"));
    expect(covering("finance")).toEqual(named("lead of finance"));
    const seeing = rows.filter(({ role }) => role.permissions.includes("view_gateways"));
    expect(seeing.map(({ role }) => role.name).sort()).toEqual(
      named("lead of finance", "lead of operations", "manager of gateways"),
    );
  }
});

test("the audit log is whole, and says what it said", async () => {
  const verdict = await verifyChain(auditLinks(pool), await auditHead(pool), null);
  expect(verdict).toMatchObject({ kind: "whole", rows: BigInt(given.audit_log ?? 0) });
  expect(await auditTexts(pool)).toEqual(audited);
});
