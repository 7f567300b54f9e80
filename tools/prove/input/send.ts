import { Agent, request } from "node:http";
import { connect } from "node:net";

export type Sent = {
  method: string;
  path: string;
  headers: Readonly<Record<string, string>>;
  body: Buffer | null;
};

/** `hung`: no response within the limit. `closed`: the connection ended without a response. */
export type Received =
  | { kind: "answer"; status: number; contentType: string; text: string }
  | { kind: "closed"; reason: string }
  | { kind: "hung" };

/** Far above any response time on a machine under this load, and above the service's own limit of 15 s. */
const HUNG_AFTER_MS = 60_000;
const MAX_KEPT_BYTES = 262_144;

export type Sender = { send(sent: Sent): Promise<Received>; close(): void };

/** Keeps its connections open like a client, so that the remains of one request affect the next. */
export function createSender(baseUrl: string, connections: number): Sender {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const { hostname, port } = new URL(baseUrl);
  return {
    close: () => agent.destroy(),
    send: ({ method, path, headers, body }) =>
      new Promise((resolve) => {
        const sending = request({
          agent,
          hostname,
          port,
          method,
          path,
          headers: { ...headers, ...(body === null ? {} : { "content-length": String(body.length) }) },
        });
        const limit = setTimeout(() => {
          resolve({ kind: "hung" });
          sending.destroy();
        }, HUNG_AFTER_MS);
        const end = (received: Received): void => {
          clearTimeout(limit);
          resolve(received);
        };
        sending.on("error", (error) => end({ kind: "closed", reason: error.message }));
        sending.on("response", (response) => {
          const parts: Buffer[] = [];
          let kept = 0;
          response.on("data", (chunk: Buffer) => {
            kept += chunk.length;
            if (kept <= MAX_KEPT_BYTES) parts.push(chunk);
          });
          response.on("error", (error) => end({ kind: "closed", reason: error.message }));
          response.on("end", () =>
            end({
              kind: "answer",
              status: response.statusCode ?? 0,
              contentType: response.headers["content-type"] ?? "",
              text: Buffer.concat(parts).toString("utf8"),
            }),
          );
        });
        sending.end(body ?? undefined);
      }),
  };
}

/** Sends arbitrary bytes over a separate socket and returns the response until the other side closes it. */
export function sendRaw(baseUrl: string, bytes: Buffer): Promise<Received> {
  const { hostname, port } = new URL(baseUrl);
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number.parseInt(port, 10) });
    let text = "";
    const limit = setTimeout(() => {
      resolve({ kind: "hung" });
      socket.destroy();
    }, HUNG_AFTER_MS);
    const end = (): void => {
      clearTimeout(limit);
      socket.destroy();
      const [, status] = /^HTTP\/1\.[01] ([0-9]{3})/.exec(text) ?? [];
      const [, contentType = ""] = /\r\ncontent-type: ([^\r\n]*)/i.exec(text) ?? [];
      if (status === undefined) resolve({ kind: "closed", reason: "no answer" });
      else {
        const body = text.slice(text.indexOf("\r\n\r\n") + 4);
        resolve({ kind: "answer", status: Number.parseInt(status, 10), contentType, text: body });
      }
    };
    socket.on("data", (chunk: Buffer) => {
      if (text.length < MAX_KEPT_BYTES) text += chunk.toString("latin1");
    });
    socket.on("error", end);
    socket.on("close", end);
    socket.on("end", end);
    // Ends the sending side, so that the receiver knows that half a request is all.
    socket.end(bytes);
  });
}
