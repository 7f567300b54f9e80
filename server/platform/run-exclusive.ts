import { type Pool, prepared } from "./pool";

export type ExclusiveRun<T> = { kind: "done"; value: T } | { kind: "busy" };

/** Longer than a job's calls to the outside take together; a process that hangs for longer loses its claim. */
const CLAIM_LIMIT_MS = 60_000;

const CLAIM = prepared("select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as is_ours");

/**
 * Runs `work` unless somebody, in whatever process, runs something of the same name: `busy` then, at once. For calls to the
 * outside that must not be made twice at a time. The claim is a lock in the database, held by a connection of its own and
 * gone with it, so a process that dies leaves none behind.
 */
export async function runExclusive<T>(
  pool: Pool,
  name: string,
  work: () => Promise<T>,
): Promise<ExclusiveRun<T>> {
  const client = await pool.connect();
  let broken: Error | undefined;
  const onError = (error: Error): void => {
    broken = error;
  };
  client.on("error", onError);
  try {
    const [, { rows }] = await Promise.all([
      client.query(`begin; set local idle_in_transaction_session_timeout = ${CLAIM_LIMIT_MS}`),
      client.query<{ is_ours: boolean }>({ ...CLAIM, values: [name] }),
    ]);
    return rows[0]?.is_ours === true ? { kind: "done", value: await work() } : { kind: "busy" };
  } finally {
    await client.query("rollback").catch((error: unknown) => {
      broken = error instanceof Error ? error : new Error("rollback failed");
    });
    client.off("error", onError);
    client.release(broken);
  }
}
