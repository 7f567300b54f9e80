import {
  request as httpRequest,
  Agent as HttpAgent,
  type ClientRequest,
  type IncomingMessage,
} from "node:http";
import { request as httpsRequest, Agent as HttpsAgent } from "node:https";
import type { Socket } from "node:net";
import type { LostReason } from "@/lib/client/call-result";
import {
  decodeResponse,
  type Exchange,
  MAX_RESPONSE_BYTES,
  type TransportRequest,
} from "@/lib/client/transport";

const MAX_CONNECT_MS = 5_000;
const MAX_SOCKETS = 64;

const keptConnections = {
  "http:": new HttpAgent({ keepAlive: true, maxSockets: MAX_SOCKETS }),
  "https:": new HttpsAgent({ keepAlive: true, maxSockets: MAX_SOCKETS }),
};

/**
 * The dashboard's transport: one HTTP exchange with a deadline for all of it. Follows no redirect, requests no
 * compression, reads at most 1 MiB and only complete UTF-8.
 *
 * A write uses a new connection: the server may close a kept one at the moment of sending, and it would be unknown
 * whether the request was read. A read lost on a kept connection before any response is sent once more.
 */
export async function exchange(options: TransportRequest): Promise<Exchange> {
  const first = await attempt(options, options.isWrite ? "own" : "kept");
  return first === "stale_connection" ? orLost(await attempt(options, "own")) : first;
}

function orLost(outcome: Exchange | "stale_connection"): Exchange {
  return outcome === "stale_connection" ? { kind: "lost", reason: "connection_lost" } : outcome;
}

function attempt(
  options: TransportRequest,
  connection: "own" | "kept",
): Promise<Exchange | "stale_connection"> {
  return new Promise((resolve) => {
    const url = new URL(options.url);
    const request = open(url, options, connection);
    let isConnected = false;
    const finish = (outcome: Exchange | "stale_connection"): void => {
      clearTimeout(deadline);
      clearTimeout(connectDeadline);
      options.signal?.removeEventListener("abort", onAbort);
      resolve(outcome);
      if (outcome === "stale_connection" || outcome.kind !== "response") request.destroy();
    };
    const fail = (reason: LostReason): void =>
      finish(isConnected ? { kind: "lost", reason } : { kind: "not_sent" });
    const onAbort = (): void => fail("aborted");
    options.signal?.addEventListener("abort", onAbort, { once: true });
    const deadline = setTimeout(() => fail("timed_out"), options.timeoutMs);
    const connectDeadline = setTimeout(
      () => {
        if (!isConnected) finish({ kind: "not_sent" });
      },
      Math.min(MAX_CONNECT_MS, options.timeoutMs),
    );

    request.on("socket", (socket: Socket) => {
      const connected = url.protocol === "https:" ? "secureConnect" : "connect";
      if (socket.connecting) socket.once(connected, () => (isConnected = true));
      else isConnected = true;
    });
    request.on("error", () => {
      // A reset and a response that is not HTTP look alike here; the request was sent on a live connection.
      if (connection === "kept" && request.reusedSocket) finish("stale_connection");
      else fail("connection_lost");
    });
    request.on("response", (response) => readBody(response, finish, fail));
    request.end(options.body);
  });
}

function open(url: URL, options: TransportRequest, connection: "own" | "kept"): ClientRequest {
  const isTls = url.protocol === "https:";
  const isPost = options.method === "POST";
  return (isTls ? httpsRequest : httpRequest)(url, {
    method: options.method,
    agent: connection === "own" ? false : keptConnections[isTls ? "https:" : "http:"],
    headers: {
      ...options.headers,
      accept: "application/json",
      "accept-encoding": "identity",
      ...(isPost && {
        "content-type": "application/json",
        "content-length": Buffer.byteLength(options.body),
      }),
    },
  });
}

function readBody(
  response: IncomingMessage,
  finish: (outcome: Exchange) => void,
  fail: (reason: LostReason) => void,
): void {
  const chunks: Buffer[] = [];
  let bytes = 0;
  response.on("data", (chunk: Buffer) => {
    bytes += chunk.byteLength;
    if (bytes > MAX_RESPONSE_BYTES) fail("too_large");
    else chunks.push(chunk);
  });
  response.on("error", () => fail("connection_lost"));
  response.on("end", () => {
    if (!response.complete) return fail("connection_lost");
    const body = decodeResponse(Buffer.concat(chunks));
    if (body === null) return fail("wrong_shape");
    finish({
      kind: "response",
      status: response.statusCode ?? 0,
      retryAfter: response.headers["retry-after"] ?? null,
      body,
    });
  });
}
