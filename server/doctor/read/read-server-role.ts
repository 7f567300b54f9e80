import pg from "pg";
import { readDatabaseAddress } from "@/server/platform/database-address";
import type { ServerRole, SideFacts } from "../checks/server-role";
import { codeOf } from "./code-of";

const LIMIT_MS = 5_000;
const ATTEMPTS = 5;

type Row = {
  pid: number;
  isReplica: boolean;
  isReadOnly: boolean;
  place: string;
  lagSeconds: number | null;
  limitsMissing: string[];
};

const FACTS = `select pg_backend_pid() as pid, pg_is_in_recovery() as "isReplica",
    coalesce((select reset_val = 'on' from pg_settings where name = 'default_transaction_read_only'), false) as "isReadOnly",
    current_database() || ' ' || pg_postmaster_start_time() as place,
    case when pg_is_in_recovery() and pg_last_wal_receive_lsn() <> pg_last_wal_replay_lsn()
      then extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp())::float8 end as "lagSeconds",
    array(select name::text from pg_settings
      where name in ('statement_timeout', 'idle_in_transaction_session_timeout') and reset_val = '0' order by 1) as "limitsMissing"`;

/** Null when the server does not answer. Changes nothing. */
export async function readServerRole(connectionString: string): Promise<ServerRole | null> {
  const read = await readBoth(connectionString);
  return "failure" in read ? null : read;
}

/** What `url` leads to, compared with the database itself. */
export async function readSide(url: string, databaseUrl: string | null): Promise<SideFacts> {
  const read = await readBoth(url);
  if ("failure" in read) return { kind: "unreachable", failure: read.failure };
  const direct = databaseUrl === null ? null : await readBoth(databaseUrl);
  const isSame = direct === null || "failure" in direct || direct.place === read.place;
  return { kind: "read", ...read, isSame };
}

type Read = Omit<Row, "pid"> & { isPooled: boolean };

/**
 * Two connections at once. Behind a pooler in transaction mode the first one's transactions run on another connection of
 * the server while the second one holds a transaction open, or the second one gets the first one's.
 */
async function readBoth(connectionString: string): Promise<Read | { failure: string }> {
  const clients: pg.Client[] = [];
  try {
    const [first, second] = [open(connectionString), open(connectionString)];
    clients.push(first, second);
    await Promise.all([first.connect(), second.connect()]);
    const { pid, ...facts } = await readRow(first);
    let isPooled = false;
    for (let attempt = 0; attempt < ATTEMPTS && !isPooled; attempt += 1) {
      await second.query("begin read only");
      const other = await readRow(second);
      const again = await readRow(first);
      await second.query("rollback");
      isPooled = other.pid === pid || again.pid !== pid;
    }
    return { ...facts, isPooled };
  } catch (error) {
    return { failure: codeOf(error) };
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => undefined)));
  }
}

async function readRow(client: pg.Client): Promise<Row> {
  const { rows } = await client.query<Row>(FACTS);
  if (rows[0] === undefined) throw new Error("the database does not say what it is");
  return rows[0];
}

function open(connectionString: string): pg.Client {
  const client = new pg.Client({
    ...readDatabaseAddress(connectionString),
    application_name: "paydeck-doctor",
    connectionTimeoutMillis: LIMIT_MS,
    query_timeout: LIMIT_MS,
  });
  client.on("error", () => undefined);
  return client;
}
