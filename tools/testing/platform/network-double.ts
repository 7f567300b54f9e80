import { connect, createServer, type Socket } from "node:net";
import type { AddressInfo } from "node:net";

/**
 * A bad network between a process and its Postgres: a TCP proxy on loopback that delays, stalls, or silently drops what
 * passes. Postgres and the process are real.
 */
export type NetworkDouble = {
  /** The same address through the proxy. */
  urlOf(databaseUrl: string): string;
  /** From now on everything a process sends arrives this much later, so each round trip takes this much longer. */
  delay(ms: number): void;
  /** Holds everything in both directions until `resume` delivers it. */
  stall(): void;
  resume(): void;
  /**
   * Drops open connections silently: neither end receives anything more, not even a FIN or RST. New connections work.
   * `isMeant` gets the first bytes that the client sent, with its `application_name`, and the latest. Returns how many
   * it dropped.
   */
  drop(isMeant?: (sent: string) => boolean): number;
  /** Connects to another server from now on, and ends what is open, like a floating IP. */
  moveTo(port: number): void;
  /** Connections that pass data. */
  openCount(): number;
  close(): Promise<void>;
};

/** Enough to recognise a connection. */
const FIRST_BYTES = 1_000;
const LATEST_BYTES = 20_000;

export async function openNetworkDouble(target: string): Promise<NetworkDouble> {
  const { hostname } = new URL(target);
  let port = Number(new URL(target).port);
  const connections = new Set<Connection>();
  const network = { delayMs: 0, isStalled: false };

  const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    const postgres = connect({ host: hostname, port, allowHalfOpen: true, noDelay: true });
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
  const endAll = (): void => {
    for (const { client, postgres } of connections) {
      client.destroy();
      postgres.destroy();
    }
  };
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
    moveTo(other) {
      port = other;
      endAll();
    },
    openCount: () => [...connections].filter(({ isDropped }) => !isDropped).length,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      endAll();
      await closed;
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

/** Forwards one direction in order, its end included. Returns a function that delivers everything that is due. */
function pass(
  from: Socket,
  to: Socket,
  { mayPass, delayMs }: { mayPass: () => boolean; delayMs: () => number },
): () => void {
  const waiting: { dueAt: number; data: Buffer | null }[] = [];
  let latestDueAt = 0;
  let timer: NodeJS.Timeout | null = null;
  const flush = (): void => {
    while (mayPass()) {
      const [next] = waiting;
      if (next === undefined) return;
      const waitMs = next.dueAt - performance.now();
      if (waitMs > 0) {
        // A timer may fire early, by as long as the event loop was busy when it was set: then it is set once more.
        timer ??= setTimeout(() => {
          timer = null;
          flush();
        }, waitMs);
        return;
      }
      waiting.shift();
      if (to.destroyed) continue;
      if (next.data === null) to.end();
      else to.write(next.data);
    }
  };
  const take = (data: Buffer | null): void => {
    latestDueAt = Math.max(latestDueAt, performance.now() + delayMs());
    waiting.push({ dueAt: latestDueAt, data });
    flush();
  };
  from.on("data", take);
  from.on("end", () => take(null));
  // The other end sees an end, whatever broke this one.
  from.on("error", () => take(null));
  return flush;
}
