import type pg from "pg";
import { scopedName } from "./account-scope";
import { type Pool, prepared } from "./pool";

type ExclusiveRun<T> = { kind: "done"; value: T } | { kind: "busy" };

/** The lock that the work holds while it runs. */
export type Claim = {
  /**
   * Queries the database on the claim's connection. Throws a {@link ClaimLostError} unless the claim is still held.
   * Call it right before each external call that must not run twice at a time: the process may have hung, or lost its
   * connection, since it took the claim.
   */
  confirm(): Promise<void>;
};

/** Another process may hold the claim, so the work stopped before the call that needs it. */
export class ClaimLostError extends Error {
  override name = "ClaimLostError";
}

/** The claim of a process that hangs or lost its network ends this long after its last extension, in milliseconds. */
const CLAIM_LIMIT_MS = 60_000;
/** A process with a response limit of 20 seconds detects a lost connection well before its claim ends. */
const EXTEND_EVERY_MS = 10_000;

const CLAIM = prepared(
  `select pg_try_advisory_xact_lock(hashtextextended(${scopedName("$1::text")}, 0)) as is_ours`,
);

/**
 * Runs `work` unless some process runs work with the same name for the same account: then it returns `busy` at once. For external calls that
 * must not be made twice at a time. The claim is an advisory lock held by a separate connection and released with it,
 * so a process that dies leaves none behind. It is extended while the work runs (decision 0264).
 */
export async function runExclusive<T>(
  pool: Pool,
  name: string,
  work: (claim: Claim) => Promise<T>,
  { claimLimitMs = CLAIM_LIMIT_MS, extendEveryMs = EXTEND_EVERY_MS } = {},
): Promise<ExclusiveRun<T>> {
  const client = await pool.connect();
  let broken: Error | undefined;
  const onError = (error: Error): void => {
    broken = error;
  };
  client.on("error", onError);
  try {
    const [, { rows }] = await Promise.all([
      client.query(`begin; set local idle_in_transaction_session_timeout = ${claimLimitMs}`),
      client.query<{ is_ours: boolean }>({ ...CLAIM, values: [name] }),
    ]);
    if (rows[0]?.is_ours !== true) return { kind: "busy" };
    const confirm = async (): Promise<void> => {
      try {
        await client.query("select 1");
      } catch (error) {
        onError(asError(error));
        throw new ClaimLostError(`the claim "${name}" is lost`, { cause: error });
      }
    };
    // A lost claim is reported by the next `confirm` of the work.
    const extending = setInterval(() => void confirm().catch(() => undefined), extendEveryMs);
    try {
      return { kind: "done", value: await work({ confirm }) };
    } finally {
      clearInterval(extending);
    }
  } finally {
    if (broken === undefined) await end(client).catch((error: unknown) => onError(asError(error)));
    client.off("error", onError);
    client.release(broken);
  }
}

function end(client: pg.PoolClient): Promise<unknown> {
  return client.query("rollback");
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
