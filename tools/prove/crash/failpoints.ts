import pg from "pg";
import { setTimeout as sleep } from "node:timers/promises";

/** A statement of one of the systems at which its process can be stopped and killed. */
type Failpoint = {
  name: string;
  database: "routing" | "dashboard";
  table: string;
  event: "insert" | "update";
  /** Only rows with this value. */
  when?: { column: string; value: string };
};

const point = (
  database: Failpoint["database"],
  name: string,
  event: Failpoint["event"],
  table: string,
  when?: Failpoint["when"],
): Failpoint => ({ name, database, table, event, ...(when === undefined ? {} : { when }) });

/** Between every two steps of a refund, a payment or a webhook. */
export const FAILPOINTS: readonly [Failpoint, ...Failpoint[]] = [
  point("dashboard", "the intent is being written", "insert", "refund_intents"),
  point("dashboard", "the intent is written, the call is next", "update", "refund_intents", {
    column: "state",
    value: "SENDING",
  }),
  point("dashboard", "the call has come back accepted", "update", "refund_intents", {
    column: "state",
    value: "ACCEPTED",
  }),
  point("dashboard", "the intent becomes unknown", "update", "refund_intents", {
    column: "state",
    value: "UNKNOWN",
  }),
  point("dashboard", "a cancellation is being written", "insert", "cancellations"),
  point("dashboard", "a cancellation has its answer", "update", "cancellations"),
  point("routing", "a payment is being written", "insert", "payments"),
  point("routing", "a payment moves", "update", "payments"),
  point("routing", "the charge is at the gateway", "insert", "simulator.charges"),
  point("routing", "a refund is being written", "insert", "refunds"),
  point("routing", "the refund is at the gateway", "insert", "simulator.refunds"),
  point("routing", "the refund moves on", "update", "refunds"),
  point("routing", "an answer is stored for its key", "update", "idempotency_keys"),
  point("routing", "a webhook was sent", "insert", "webhook_attempts"),
];

/** Those of tables that are on one server: on a node of a Citus, no trigger waits for a lock of the coordinator. */
export const LOCAL_FAILPOINTS = FAILPOINTS.filter(
  ({ database, table }) => database === "dashboard" || table.startsWith("simulator."),
) as [Failpoint, ...Failpoint[]];

/** An arbitrary number, the same for holder and waiters. */
const LOCK = 7_002_026;
const POLL_EVERY_MS = 15;

/**
 * Failpoints that need no code in the product: a trigger waits for a lock that the proof holds, the proof sees whose
 * connection waits, kills that process, and releases the lock. The proof chooses whether the statement takes effect: a
 * process can die before its statement or right after it. A trigger that is not armed costs one lookup.
 */
export async function installFailpoints(
  pool: pg.Pool,
  database: Failpoint["database"],
  failpoints: readonly Failpoint[],
): Promise<void> {
  await pool.query(`
    create schema prove;
    create table prove.armed (name text primary key);
    create function prove.hold() returns trigger language plpgsql security definer as $$
    begin
      if exists (select from prove.armed where name = tg_argv[0])
        and (tg_argv[1] = '' or to_jsonb(new)->>tg_argv[1] = tg_argv[2])
      then
        perform pg_advisory_xact_lock_shared(${LOCK});
      end if;
      return new;
    end $$`);
  const ours = failpoints.filter((failpoint) => failpoint.database === database);
  for (const [index, { name, table, event, when }] of ours.entries()) {
    const values = [name, when?.column ?? "", when?.value ?? ""].map((text) => pg.escapeLiteral(text));
    await pool.query(
      `create trigger prove_${index} before ${event} on ${table}
       for each row execute function prove.hold(${values.join(", ")})`,
    );
  }
}

/**
 * Arms a failpoint until a process reaches it, then calls `kill` with the process's application name. True when one was
 * killed. `takesEffect`: whether the statement in progress is committed.
 */
export async function killAt(
  databaseUrl: string,
  failpoint: Failpoint,
  options: { limitMs: number; takesEffect: boolean; kill: (application: string) => Promise<boolean> },
): Promise<boolean> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: "prove" });
  client.on("error", () => undefined);
  try {
    await client.connect();
    await client.query("select pg_advisory_lock($1)", [LOCK]);
    await client.query("insert into prove.armed values ($1)", [failpoint.name]);
    const endsAt = performance.now() + options.limitMs;
    while (performance.now() < endsAt) {
      const { rows } = await client.query<{ pid: number; application: string }>(
        `select a.pid, a.application_name as application
         from pg_locks l join pg_stat_activity a on a.pid = l.pid
         where l.locktype = 'advisory' and l.objid = $1 and not l.granted
           and l.database = (select oid from pg_database where datname = current_database())`,
        [LOCK],
      );
      const [held] = rows;
      if (held === undefined) {
        await sleep(POLL_EVERY_MS);
        continue;
      }
      const wasKilled = await options.kill(held.application);
      if (!options.takesEffect) await client.query("select pg_terminate_backend($1)", [held.pid]);
      return wasKilled;
    }
    return false;
  } finally {
    await client.query("delete from prove.armed").catch(() => undefined);
    // Closing the connection releases the lock.
    await client.end().catch(() => undefined);
  }
}
