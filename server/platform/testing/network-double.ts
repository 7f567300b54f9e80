import { connect, createServer, type Socket } from "node:net";
import type { AddressInfo } from "node:net";

/**
 * Stands for a bad network between a process and its Postgres: a TCP proxy on loopback that delays, stalls, or silently drops what
 * passes. Postgres and the process are real.
 */
export type NetworkDouble = {
  /** The same address through the proxy. */
  urlOf(databaseUrl: string): string;
  /** From now on whatever a process sends arrives so much later: what each round trip takes longer. */
  delay(ms: number): void;
  /** Holds everything in both directions until `resume`, which delivers it. */
  stall(): void;
  resume(): void;
  /**
   * Both ends of the open connections hear nothing of each other any more, and of no end: no FIN, no RST. New connections work.
   * `isMeant` gets the first bytes that the client sent, with its `application_name`, and the latest. Returns how many.
   */
  drop(isMeant?: (sent: string) => boolean): number;
  /** Connections that pass data. */
  openCount(): number;
  close(): Promise<void>;
};

/** Enough to know a connection by. */
const FIRST_BYTES = 1_000;
const LATEST_BYTES = 20_000;

export async function openNetworkDouble(target: string): Promise<NetworkDouble> {
  const { hostname, port } = new URL(target);
  const connections = new Set<Connection>();
  const network = { delayMs: 0, isStalled: false };

  const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    const postgres = connect({ host: hostname, port: Number(port), allowHalfOpen: true, noDelay: true });
    const connection: Connection = { client, postgres, isDropped: false, first: "", latest: "", flush: [] };
    connections.add(connection);
    client.on("data", (data) => {
      const text = data.toString("latin1");
      connection.first += text.slice(0, FIRST_BYTES - connection.first.length);
      connection.latest = (connection.latest + text).slice(-LATEST_BYTES);
    });
    const mayPass = (): boolean => !network.isStalled && !connection.isDropped;
    connection.flush = [
      pass(client, postgres, { mayPass, delayMs: () => network.delayMs }),
      pass(postgres, client, { mayPass, delayMs: () => 0 }),
    ];
    const forget = (): void => {
      if (client.destroyed && postgres.destroyed) connections.delete(connection);
    };
    client.on("close", forget);
    postgres.on("close", forget);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const own = (server.address() as AddressInfo).port;

  return {
    urlOf(databaseUrl) {
      const url = new URL(databaseUrl);
      url.hostname = "127.0.0.1";
      url.port = String(own);
      return url.href;
    },
    delay(ms) {
      network.delayMs = ms;
    },
    stall() {
      network.isStalled = true;
    },
    resume() {
      network.isStalled = false;
      for (const { flush } of connections) for (const one of flush) one();
    },
    drop(isMeant = () => true) {
      const meant = [...connections].filter((one) => !one.isDropped && isMeant(one.first + one.latest));
      for (const connection of meant) connection.isDropped = true;
      return meant.length;
    },
    openCount: () => [...connections].filter(({ isDropped }) => !isDropped).length,
    async close() {
      for (const { client, postgres } of connections) {
        client.destroy();
        postgres.destroy();
      }
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

type Connection = {
  client: Socket;
  postgres: Socket;
  isDropped: boolean;
  first: string;
  latest: string;
  flush: (() => void)[];
};

/** Carries one direction, its end included, in order. Returns what delivers all that is due. */
function pass(
  from: Socket,
  to: Socket,
  { mayPass, delayMs }: { mayPass: () => boolean; delayMs: () => number },
): () => void {
  const waiting: { dueAt: number; data: Buffer | null }[] = [];
  let latestDueAt = 0;
  const flush = (): void => {
    while (mayPass()) {
      const [next] = waiting;
      // A timer may fire a fraction of a millisecond early.
      if (next === undefined || next.dueAt > performance.now() + 1) return;
      waiting.shift();
      if (to.destroyed) continue;
      if (next.data === null) to.end();
      else to.write(next.data);
    }
  };
  const take = (data: Buffer | null): void => {
    latestDueAt = Math.max(latestDueAt, performance.now() + delayMs());
    waiting.push({ dueAt: latestDueAt, data });
    if (latestDueAt <= performance.now()) flush();
    else setTimeout(flush, latestDueAt - performance.now());
  };
  from.on("data", take);
  from.on("end", () => take(null));
  // Whatever broke it, the other end hears of an end.
  from.on("error", () => take(null));
  return flush;
}
