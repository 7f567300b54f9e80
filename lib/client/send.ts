import { HEADERS } from "../contract/canonical";
import { isRequestId } from "./faults";
import type { Settings } from "./options";
import type { Exchange } from "./transport";

export type CallOptions = {
  /** Ends the waiting. A write that was under way is then unknown. */
  signal?: AbortSignal;
  /** For this call; the client's own unless given. */
  timeoutMs?: number;
  /** Names the request in the service's logs; generated unless given, and told with every answer. */
  requestId?: string;
};

export type SignedRequest = {
  path: string;
  method: "GET" | "POST";
  /** The signature, and the idempotency key where there is one. */
  headers: Record<string, string>;
  body: string;
  isWrite: boolean;
  requestId: string;
};

/** One request over the transport, with the headers that go along. */
export async function send(
  settings: Settings,
  request: SignedRequest,
  along: Record<string, string>,
  options: CallOptions,
): Promise<Exchange> {
  if (options.signal?.aborted === true) return { kind: "not_sent" };
  try {
    return await settings.transport({
      url: settings.serviceAddress + request.path,
      method: request.method,
      headers: { ...along, ...request.headers, [HEADERS.requestId]: request.requestId },
      body: request.body,
      timeoutMs: options.timeoutMs ?? settings.timeoutMs,
      signal: options.signal ?? null,
      isWrite: request.isWrite,
    });
  } catch {
    // A transport that throws breaks its promise, and whether anything left is anybody's guess.
    return { kind: "lost", reason: "connection_lost" };
  }
}

/** The headers of the hook, by lowercase names, so that none of them can stand beside one of the client's own. */
export function headersAlong(settings: Settings): Record<string, string> {
  return Object.fromEntries(
    Object.entries(settings.headers()).map(([name, value]) => [name.toLowerCase(), value]),
  );
}

/** The caller's id, else the one that the hook sends along, else a new one. */
export function requestIdOf(options: CallOptions, along: Record<string, string>): string {
  if (options.requestId !== undefined) return options.requestId;
  const told = along[HEADERS.requestId];
  return told !== undefined && isRequestId(told) ? told : crypto.randomUUID();
}
