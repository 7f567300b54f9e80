import type { Socket } from "node:net";
import type pg from "pg";

/** The socket of a client; the library's types omit it. */
export function socketOf(client: pg.ClientBase): Socket {
  return (client as unknown as { connection: { stream: Socket } }).connection.stream;
}
