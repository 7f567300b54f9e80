import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** A load balancer for TCP that asks each server for `/readyz`, like HAProxy or a Kubernetes service. */
export type Balancer = {
  url: string;
  isReady(port: number): boolean;
  stop(): Promise<void>;
};

const CHECK_EVERY_MS = 200;
const CHECK_LIMIT_MS = 2_000;
const READY_LIMIT_MS = 60_000;

/** New connections go to the ready servers in turn, and to the next one where a server refuses them. */
export async function startBalancer(ports: readonly number[]): Promise<Balancer> {
  const ready = new Set<number>();
  let turn = 0;
  let isOver = false;
  const sockets = new Set<Socket>();
  const keep = (socket: Socket): Socket => {
    sockets.add(socket);
    return socket.once("close", () => sockets.delete(socket)).on("error", () => socket.destroy());
  };

  const openTo = async (port: number): Promise<Socket | null> => {
    const socket = keep(connect({ host: "127.0.0.1", port, noDelay: true }));
    try {
      await once(socket, "connect");
      return socket;
    } catch {
      return null;
    }
  };
  const serve = async (client: Socket): Promise<void> => {
    turn += 1;
    const candidates = ports.filter((port) => ready.has(port));
    for (const [at] of candidates.entries()) {
      const server = await openTo(candidates[(turn + at) % candidates.length] ?? 0);
      if (server === null) continue;
      client.once("close", () => server.destroy());
      server.once("close", () => client.destroySoon());
      client.pipe(server).pipe(client);
      return;
    }
    client.destroy();
  };
  const listener = createServer({ noDelay: true }, (client) => void serve(keep(client)));
  listener.listen(0, "127.0.0.1");
  await once(listener, "listening");

  const check = async (port: number): Promise<void> => {
    while (!isOver) {
      const isReady = await fetch(`http://127.0.0.1:${port}/readyz`, {
        headers: { connection: "close" },
        signal: AbortSignal.timeout(CHECK_LIMIT_MS),
      }).then(
        async (response) => (await response.arrayBuffer(), response.ok),
        () => false,
      );
      if (isReady) ready.add(port);
      else ready.delete(port);
      await sleep(CHECK_EVERY_MS);
    }
  };
  const checking = Promise.all(ports.map(check));

  return {
    url: `http://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    isReady: (port) => ready.has(port),
    async stop() {
      isOver = true;
      await checking;
      const closed = new Promise<void>((resolve) => listener.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** Throws when a server does not become ready. */
export async function untilReady(balancer: Balancer, port: number): Promise<void> {
  const startedAt = performance.now();
  while (!balancer.isReady(port)) {
    if (performance.now() - startedAt > READY_LIMIT_MS) throw new Error(`port ${port} did not become ready`);
    await sleep(CHECK_EVERY_MS / 4);
  }
}
