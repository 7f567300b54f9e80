import pg from "pg";
import { readDatabaseAddress } from "@/server/platform/database-address";
import { isFree } from "@/server/platform/due-rows/due-rows";
import { type AppliedMigration, readApplied } from "@/server/platform/migrations";
import { codeOf } from "./code-of";
import type { AuditFacts } from "../checks/audit";
import type { DatabaseFacts } from "../checks/database";
import type { DatabaseTls } from "../checks/database-tls";
import type { JobFacts } from "../checks/jobs";

export type System = "routing" | "dashboard";

type DatabaseRead =
  | { facts: Extract<DatabaseFacts, { kind: "unreachable" }> }
  | {
      facts: Extract<DatabaseFacts, { kind: "read" }>;
      available: number;
      tls: DatabaseTls;
      /** On its disk. */
      bytes: number;
      /** How far its clock is ahead of this machine's, in milliseconds. */
      clockOffsetMs: number;
      applied: AppliedMigration[] | null;
      /** Null while a table is missing: a migration or the first start is pending. */
      jobs: JobFacts | null;
      areRefundsHeld: boolean;
      audit: AuditFacts | null;
      /** Further merchant accounts that are open (decision 0300), by slug. */
      accounts: AccountFacts[];
    };

type AccountFacts = { slug: string; applied: AppliedMigration[] | null; audit: AuditFacts | null };

const LIMIT_MS = 5_000;

/** Reads in read-only transactions; changes nothing. A failure is named by its code, because messages can contain the address. */
export async function readDatabase(
  system: System,
  connectionString: string,
  now: () => number,
): Promise<DatabaseRead> {
  let client: pg.Client | null = null;
  try {
    const address = readDatabaseAddress(connectionString);
    client = new pg.Client({
      ...address,
      application_name: "paydeck-doctor",
      connectionTimeoutMillis: LIMIT_MS,
      query_timeout: LIMIT_MS,
    });
    client.on("error", () => undefined);
    await client.connect();
    await client.query("begin read only");
    const isServerChecked = address.ssl !== false && address.ssl.rejectUnauthorized !== false;
    return await readAll(system, client, { now, isServerChecked });
  } catch (error) {
    return { facts: { kind: "unreachable", failure: codeOf(error) } };
  } finally {
    await client?.end().catch(() => undefined);
  }
}

async function readAll(
  system: System,
  client: pg.Client,
  { now, isServerChecked }: { now: () => number; isServerChecked: boolean },
): Promise<DatabaseRead> {
  const sentAt = now();
  const { rows } = await client.query<Record<string, string>>(
    `select current_setting('server_version_num') as version, current_setting('fsync') as fsync,
       current_setting('full_page_writes') as pages, current_setting('synchronous_commit') as commit,
       current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
         - coalesce(current_setting('reserved_connections', true), '0')::int as available,
       coalesce((select ssl::text from pg_stat_ssl where pid = pg_backend_pid()), 'false') as encrypted,
       pg_database_size(current_database()) as bytes, extract(epoch from clock_timestamp()) * 1000 as clock`,
  );
  const receivedAt = now();
  const row = rows[0] ?? {};
  const has = (table: string): Promise<boolean> => exists(client, table);
  return {
    facts: {
      kind: "read",
      versionNumber: Number.parseInt(row.version ?? "0", 10),
      fsync: row.fsync ?? "",
      fullPageWrites: row.pages ?? "",
      synchronousCommit: row.commit ?? "",
    },
    available: Number.parseInt(String(row.available), 10),
    tls: row.encrypted !== "true" ? "none" : isServerChecked ? "checked" : "unchecked",
    bytes: Number.parseInt(String(row.bytes), 10),
    clockOffsetMs: Number.parseInt(String(row.clock), 10) - (sentAt + receivedAt) / 2,
    applied: await readApplied(client),
    jobs: await readJobs(client, system),
    areRefundsHeld:
      (await has("refund_hold")) &&
      (await client.query("select from refund_hold where released_at is null")).rowCount === 1,
    audit: system === "dashboard" ? await readAudit(client) : null,
    accounts: system === "dashboard" && (await has("accounts")) ? await readAccounts(client) : [],
  };
}

/** Their tables have the same names, in a schema of each. */
async function readAccounts(client: pg.Client): Promise<AccountFacts[]> {
  const { rows } = await client.query<{ id: number; slug: string }>(
    "select id, slug from accounts where id > 1 and closed_at is null order by slug",
  );
  const accounts: AccountFacts[] = [];
  for (const { id, slug } of rows) {
    const schema = `account_${id}`;
    accounts.push({
      slug,
      applied: await readApplied(client, schema),
      audit: await readAudit(client, `${schema}.`),
    });
  }
  return accounts;
}

async function exists(client: pg.Client, table: string): Promise<boolean> {
  const { rows } = await client.query<{ known: boolean }>("select to_regclass($1) is not null as known", [
    table,
  ]);
  return rows[0]?.known ?? false;
}

/** The rows that are their own jobs (decision 0404), and those of schedules: tables, or queries of them. */
const DUE_TABLES: Record<System, readonly string[]> = {
  routing: ["refunds", "payment_polls", "reconciliation_runs"],
  dashboard: [
    "refund_intents",
    // Those that are left of another service wait for no worker.
    `(select * from tracked_refunds where service_address =
       coalesce((select address from known_services order by used_at desc limit 1), service_address))`,
    "cancellations",
    "approval_requests",
    "bulk_runs",
    "bulk_cancel_polls",
    "notification_events",
    "email_turns",
    "chat_turns",
    "export_schedules",
    "export_runs",
    "audit_verifications",
    "schedules",
  ],
};

async function readJobs(client: pg.Client, system: System): Promise<JobFacts | null> {
  if (!(await exists(client, "workers"))) return null;
  const due = DUE_TABLES[system].map(
    (table) => `select due_at as due from ${table} due where due_at <= now() and ${isFree("due")}`,
  );
  const { rows } = await client.query<{ alive: number; oldest: number | null }>(
    `select (select count(*)::int from workers where seen_at > clock_timestamp() - interval '10 seconds') as alive,
       (select extract(epoch from now() - min(due))::float8 from (${due.join(" union all ")}) waiting) as oldest`,
  );
  return { aliveWorkers: rows[0]?.alive ?? 0, oldestDueSeconds: rows[0]?.oldest ?? null };
}

async function readAudit(client: pg.Client, schema = ""): Promise<AuditFacts | null> {
  if (!(await exists(client, `${schema}audit_verifications`))) return null;
  const latest = await client.query<{ at: Date; verdict: string }>(
    `select finished_at as at, verdict from ${schema}audit_verifications where finished_at is not null
     order by requested_at desc limit 1`,
  );
  const first = await client.query<{ at: Date }>(
    `select at from ${schema}audit_log order by position limit 1`,
  );
  return { verification: latest.rows[0] ?? null, firstEntryAt: first.rows[0]?.at ?? null };
}
