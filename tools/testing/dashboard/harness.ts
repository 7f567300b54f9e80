import { randomUUID } from "node:crypto";
import { FIRST_ACCOUNT_ID } from "@/lib/accounts/account";
import { type ComposedRole, type Role, roleId, roleText } from "@/lib/can";
import { createSystemDatabase } from "@/tools/testing/migrated-database";
import { createLogger } from "@/server/platform/log";
import { createPool, type Pool } from "@/server/platform/pool";
import { inTransaction } from "@/server/platform/transaction";
import { createAccountLabel } from "@/server/dashboard/accounts/account-label";
import { FIRST } from "@/server/dashboard/accounts/registry";
import type { Actor } from "@/server/dashboard/auth/actor";
import { HashQueue } from "@/server/dashboard/auth/hash-queue";
import { createVault } from "@/server/dashboard/auth/vault";
import { createChat } from "@/server/dashboard/chat/incoming-webhooks";
import type { Ctx } from "@/server/dashboard/context";
import { releaseAllExportSlots } from "@/server/dashboard/export/export-slots";
import { NO_COUNTERS } from "@/server/dashboard/monitoring/counters";
import { seenIsStored } from "@/server/dashboard/payments/queries/remember-payments";
import { createRoutingClient } from "@/server/dashboard/routing-client/client";
import type { Services } from "@/server/dashboard/runtime";
import { insertPerson } from "@/server/dashboard/people/store/people";
import { openDatabase } from "@/server/dashboard/store/open-database";
import { insertSession } from "@/server/dashboard/people/store/sessions";
import { TEST_CREDENTIALS } from "./scripted-ledger";
import { ScriptedService } from "./scripted-service";

/** A clock that a test moves, and sets back by a negative amount; every read takes a millisecond, so that no two events have the same time. */
export class TestClock {
  private at = new Date("2026-11-21T09:00:00.000Z").getTime();
  private elapsed = 0;
  now(): Date {
    this.at += 1;
    return new Date(this.at);
  }
  /** Unlike the time of day it is not set back. */
  readonly elapsedMs = (): number => {
    this.elapsed += 1;
    return this.elapsed;
  };
  advance(ms: number): void {
    this.at += ms;
    this.elapsed += Math.max(ms, 0);
  }
}

export type Harness = {
  /** The owner's, for changes by the test itself; the services use the working role. */
  pool: Pool;
  clock: TestClock;
  service: ScriptedService;
  /**
   * Lets time pass for processes and database alike, as far as claims depend on it; `clock.advance` alone is a process
   * with a wrong clock.
   */
  pass(ms: number): Promise<void>;
  /** The services of one process; {@link Harness.reset} creates new ones. */
  services: Services;
  /** The services of another process, on the same database. `timeoutMs`: of a call to the service. */
  connect(timeoutMs?: number): Services;
  /** A context of a new person with a role, or of the existing `person`. */
  ctxOf(role: Role, person?: Actor): Promise<Ctx>;
  audit(): Promise<
    {
      action: string;
      actor_email: string;
      subject_kind: string;
      subject_id: string;
      detail: Record<string, unknown>;
    }[]
  >;
  /** Makes every audit entry but those of the named actions fail, until the returned function is called. */
  breakAudit(but?: readonly string[]): Promise<() => Promise<void>>;
  /** Empties the database and the service, for the next test. */
  reset(): Promise<void>;
  stop(): Promise<void>;
};

/** Long enough for what a test does `meanwhile` on a busy machine; a test that waits for it passes a shorter one. */
export const TEST_TIMEOUT_MS = 10_000;

const TEST_PASSWORDS = { atOnce: 2, waiting: 100 };

/** A migrated database on the test run's Postgres, a scripted service, and contexts for commands and queries. */
export async function startHarness(
  options: { maxConnections?: number; timeoutMs?: number } = {},
): Promise<Harness> {
  releaseAllExportSlots();
  const logger = createLogger("test", "silent");
  const database = await createSystemDatabase("dashboard");
  const settings = { connectionString: database.url, applicationName: "dashboard-test", logger };
  const working = await openDatabase({
    ...settings,
    secret: "test-secret-of-the-dashboard",
    maxConnections: options.maxConnections ?? 20,
  });
  const pool = createPool({ ...settings, maxConnections: 20 });
  const clock = new TestClock();
  const service = await new ScriptedService(clock).start();
  const connect = (timeoutMs = options.timeoutMs ?? TEST_TIMEOUT_MS): Services => ({
    account: { id: FIRST_ACCOUNT_ID, slug: null, ...FIRST },
    accountLabel: createAccountLabel(working),
    pool: working,
    clock,
    elapsedMs: clock.elapsedMs,
    logger,
    vault: createVault("test-secret-of-the-vault"),
    hashQueues: { anonymous: new HashQueue(TEST_PASSWORDS), signedIn: new HashQueue(TEST_PASSWORDS) },
    signInLimits: { failuresPerNetwork: 30, failuresInTotal: 300 },
    routing: createRoutingClient({
      env: {
        ...TEST_CREDENTIALS,
        baseUrl: new URL(service.baseUrl),
        timeoutMs,
      },
      clock,
      logger,
      counters: NO_COUNTERS,
    }),
    counters: NO_COUNTERS,
    mail: null,
    chat: createChat({ clock, publicUrl: "https://pay.example", privateAddressesAllowed: [] }),
    notificationLimits: { stuckPayments: 3, successRatePoints: 15, lateRefundHours: 24 },
  });

  const harness: Harness = {
    pool,
    clock,
    service,
    services: connect(),
    connect,
    async ctxOf(role, person) {
      const actor = person ?? (await addActor(harness.services, role));
      return { ...harness.services, actor, requestId: randomUUID() };
    },
    async pass(ms) {
      clock.advance(ms);
      await pool.query(AGE_CLAIMS.replaceAll("$1", `interval '${String(ms)} ms'`));
    },
    async audit() {
      const { rows } = await pool.query(
        "select action, actor_email, subject_kind, subject_id, detail from audit_log order by id",
      );
      return rows as Awaited<ReturnType<Harness["audit"]>>;
    },
    async breakAudit(but = []) {
      await pool.query("create table audit_allowed as select unnest($1::text[]) as action", [but]);
      await pool.query(`
        create function break_audit() returns trigger language plpgsql security definer as $$
        begin
          if new.action not in (select action from audit_allowed) then raise exception 'disk full'; end if;
          return new;
        end $$;
        create trigger break_audit before insert on audit_log for each row execute function break_audit()`);
      return async () => {
        await pool.query("drop function break_audit cascade; drop table audit_allowed");
      };
    },
    async reset() {
      await seenIsStored();
      await emptyTables(pool);
      service.reset();
      harness.services = connect();
    },
    async stop() {
      await seenIsStored();
      await service.stop();
      await working.end();
      await pool.end();
      await database.drop();
    },
  };
  return harness;
}

const AGE_CLAIMS = `
  update refund_intents set first_step_at = first_step_at - $1, last_step_at = last_step_at - $1, counted_at = counted_at - $1;
  update refund_ledgers set told_at = told_at - $1;
  update refund_resolutions set held_until = held_until - $1;
  update bulk_rows set claimed_until = claimed_until - $1;
  update tracked_refunds set asking_until = asking_until - $1`;

/**
 * Empties every table but the migrations' own, what recurs by the clock, and the head of the audit chain, which only grows. Triggers are disabled,
 * as they refuse to delete audit entries; an empty table costs one read, where truncating would rewrite its indexes.
 */
async function emptyTables(pool: Pool): Promise<void> {
  await inTransaction(pool, async (db) => {
    await db.query(`
      do $$
      declare
        candidate regclass;
        holds_rows boolean;
      begin
        set local session_replication_role = replica;
        for candidate in
          select format('%I.%I', schemaname, tablename)::regclass from pg_tables
          where schemaname = 'public' and tablename not in ('schema_migrations', 'audit_head', 'schedules')
        loop
          execute format('select exists (select from %s)', candidate) into holds_rows;
          if holds_rows then execute format('delete from %s', candidate); end if;
        end loop;
      end
      $$`);
  });
}

/** Stores a composed role as it is, if it is not there: no one composes it. */
async function composeRole(pool: Pool, role: ComposedRole, at: Date): Promise<void> {
  await pool.query(
    `insert into roles (id, name, permissions, refund_limits, approve_limits, created_at, changed_at)
     values ($1, $2, $3, $4, $5, $6, $6) on conflict (id) do nothing`,
    [role.id, role.name, role.permissions, role.refundLimits, role.approveLimits, at],
  );
}

async function addActor({ pool, clock }: Services, role: Role): Promise<Actor> {
  if (typeof role !== "string") await composeRole(pool, role, clock.now());
  const userId = randomUUID();
  const person = {
    id: userId,
    email: `${roleId(role)}.${userId}@example.com`,
    name: `Test ${roleText(role)}`,
    role,
  };
  await insertPerson(pool, { ...person, passwordHash: "no hash: nobody signs in with it" }, clock.now());
  const sessionId = randomUUID();
  const createdAt = clock.now();
  await insertSession(pool, {
    id: sessionId,
    personId: userId,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + 60 * 60_000),
  });
  return { userId, name: person.name, email: person.email, role, sessionId };
}
