import {
  request as httpRequest,
  Agent as HttpAgent,
  type ClientRequest,
  type IncomingMessage,
} from "node:http";
import { request as httpsRequest, Agent as HttpsAgent } from "node:https";
import type { Socket } from "node:net";

/** What came over the wire, or why nothing usable did. */
export type Exchange =
  | { kind: "response"; status: number; retryAfter: string | null; body: string }
  /** The connection never came to be, so not one byte of the request left. */
  | { kind: "not_sent" }
  | { kind: "lost"; reason: LostReason };
export type LostReason = "timed_out" | "connection_lost" | "wrong_shape" | "too_large";

export type ExchangeRequest = {
  url: URL;
  method: "GET" | "POST";
  headers: Record<string, string>;
  body: string;
  timeoutMs: number;
  /**
   * A write gets a connection of its own: on a kept one, the server may close at the moment we send, and nobody could
   * say whether the request was read.
   */
  isWrite: boolean;
};

const MAX_BODY_BYTES = 1024 * 1024;
const MAX_CONNECT_MS = 5_000;
const MAX_SOCKETS = 64;

const keptConnections = {
  "http:": new HttpAgent({ keepAlive: true, maxSockets: MAX_SOCKETS }),
  "https:": new HttpsAgent({ keepAlive: true, maxSockets: MAX_SOCKETS }),
};

/**
 * One HTTP exchange with a deadline for the whole of it. Follows no redirect, asks for no compression, reads at most
 * 1 MiB and only complete UTF-8. A read that was lost on a kept connection before any answer is sent once more.
 */
export async function exchange(options: ExchangeRequest): Promise<Exchange> {
  const first = await attempt(options, options.isWrite ? "own" : "kept");
  return first === "stale_connection" ? orLost(await attempt(options, "own")) : first;
}

function orLost(outcome: Exchange | "stale_connection"): Exchange {
  return outcome === "stale_connection" ? { kind: "lost", reason: "connection_lost" } : outcome;
}

function attempt(
  options: ExchangeRequest,
  connection: "own" | "kept",
): Promise<Exchange | "stale_connection"> {
  return new Promise((resolve) => {
    const request = open(options, connection);
    let isConnected = false;
    const finish = (outcome: Exchange | "stale_connection"): void => {
      clearTimeout(deadline);
      clearTimeout(connectDeadline);
      resolve(outcome);
      if (outcome === "stale_connection" || outcome.kind !== "response") request.destroy();
    };
    const fail = (reason: LostReason): void =>
      finish(isConnected ? { kind: "lost", reason } : { kind: "not_sent" });
    const deadline = setTimeout(() => fail("timed_out"), options.timeoutMs);
    const connectDeadline = setTimeout(
      () => {
        if (!isConnected) finish({ kind: "not_sent" });
      },
      Math.min(MAX_CONNECT_MS, options.timeoutMs),
    );

    request.on("socket", (socket: Socket) => {
      const connected = options.url.protocol === "https:" ? "secureConnect" : "connect";
      if (socket.connecting) socket.once(connected, () => (isConnected = true));
      else isConnected = true;
    });
    request.on("error", () => {
      // A reset and an answer that is not HTTP look alike here; either way the request had left on a live connection.
      if (connection === "kept" && request.reusedSocket) finish("stale_connection");
      else fail("connection_lost");
    });
    request.on("response", (response) => readBody(response, finish, fail));
    request.end(options.body);
  });
}

function open(options: ExchangeRequest, connection: "own" | "kept"): ClientRequest {
  const isTls = options.url.protocol === "https:";
  const isPost = options.method === "POST";
  return (isTls ? httpsRequest : httpRequest)(options.url, {
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
    if (bytes > MAX_BODY_BYTES) fail("too_large");
    else chunks.push(chunk);
  });
  response.on("error", () => fail("connection_lost"));
  response.on("end", () => {
    if (!response.complete) return fail("connection_lost");
    const body = decodeUtf8(Buffer.concat(chunks));
    if (body === null) return fail("wrong_shape");
    finish({
      kind: "response",
      status: response.statusCode ?? 0,
      retryAfter: response.headers["retry-after"] ?? null,
      body,
    });
  });
}

function decodeUtf8(bytes: Buffer): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
