import type pg from "pg";
import { socketOf } from "./socket-of";

/**
 * Combines statements that a client sends together into one write to its socket: `begin` with the first statement of
 * its transaction, and reads that do not wait for each other (0160). The library writes each one separately, and the
 * write is the most expensive part of a statement in this process.
 */
export function gatherWrites(client: pg.ClientBase): void {
  const stream = socketOf(client);
  const send = client.query.bind(client) as (...given: unknown[]) => unknown;
  let isGathering = false;
  const release = (): void => {
    isGathering = false;
    stream.uncork();
  };
  const sendWithOthers = (...given: unknown[]): unknown => {
    if (!isGathering) {
      isGathering = true;
      stream.cork();
      process.nextTick(release);
    }
    return send(...given);
  };
  client.query = sendWithOthers as typeof client.query;
}
