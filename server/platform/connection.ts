import type pg from "pg";
import type { Pool } from "./pool";

/**
 * Passes one connection of the pool to `work`. Statements that it sends without waiting for each other are pipelined
 * and answered in order (0160). `abandon` prevents the connection from being used again.
 */
export async function withConnection<T>(
  pool: Pool,
  work: (client: pg.PoolClient, abandon: (reason: Error) => void) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  const abandon = (reason: Error): void => {
    broken = reason;
  };
  // A client that loses its connection while checked out emits `error` as well as rejecting the statement.
  client.on("error", abandon);
  try {
    return await work(client, abandon);
  } finally {
    client.off("error", abandon);
    client.release(broken);
  }
}
