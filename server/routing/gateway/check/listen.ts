import { createServer } from "node:http";
import type { Gateway, NotificationReading } from "../port";

const MAX_BODY_BYTES = 256 * 1024;

/** Receives a vendor's notifications on this machine and reads them with its adapter. */
export async function listenForNotifications(
  gateway: Gateway,
  port: number,
): Promise<{ port: number; heard: NotificationReading[]; close(): void }> {
  const heard: NotificationReading[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size > MAX_BODY_BYTES) request.destroy();
      else chunks.push(chunk);
    });
    request.on("end", () => {
      gateway.readNotification({ rawBody: Buffer.concat(chunks), headers: request.headers }).then(
        (reading) => {
          heard.push(reading);
          response.writeHead(reading.kind === "refused" ? 401 : 200).end();
        },
        () => response.writeHead(503).end(),
      );
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("no port was given");
  return {
    port: address.port,
    heard,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
