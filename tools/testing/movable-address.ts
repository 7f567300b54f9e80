import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** An address for a database that can be moved to another server, like a floating IP. */
export type MovableAddress = {
  urlOf(databaseUrl: string): string;
  moveTo(port: number): void;
  close(): Promise<void>;
};

export async function openMovableAddress(port: number): Promise<MovableAddress> {
  let target = port;
  const sockets = new Set<Socket>();
  const keep = (socket: Socket): Socket => {
    sockets.add(socket);
    return socket.once("close", () => sockets.delete(socket)).on("error", () => socket.destroy());
  };
  const server = createServer((client) => {
    const database = keep(connect(target, "127.0.0.1"));
    keep(client)
      .once("close", () => database.destroy())
      .pipe(database)
      .once("close", () => client.destroy())
      .pipe(client);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    urlOf(databaseUrl) {
      const url = new URL(databaseUrl);
      url.port = String((server.address() as AddressInfo).port);
      return url.href;
    },
    moveTo(other) {
      target = other;
      for (const socket of sockets) socket.destroy();
    },
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
