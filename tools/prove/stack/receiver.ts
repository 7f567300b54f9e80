import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A webhook as received by a merchant's endpoint. */
type Received = { id: string; body: string; answered: number };

type Receiver = { url: string; received: readonly Received[]; stop(): Promise<void> };

/** `answer` chooses the status of each response; 0 closes the connection instead. */
export async function startReceiver(nextStatus: () => number): Promise<Receiver> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("error", () => response.destroy());
    request.on("end", () => {
      const answered = nextStatus();
      const id = String(request.headers["webhook-id"]);
      received.push({ id, body: Buffer.concat(chunks).toString("utf8"), answered });
      if (answered === 0) response.destroy();
      else response.writeHead(answered).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`,
    received,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
