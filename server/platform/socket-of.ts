import type { Socket } from "node:net";
import type pg from "pg";

/** What a client speaks through; the library's types leave it out. */
export function socketOf(client: pg.ClientBase): Socket {
  return (client as unknown as { connection: { stream: Socket } }).connection.stream;
}
