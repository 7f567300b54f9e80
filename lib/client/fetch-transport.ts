import { decodeResponse, type Exchange, MAX_RESPONSE_BYTES, type Transport } from "./transport";
import type { LostReason } from "./call-result";

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/**
 * A transport over `fetch`, which every runtime has. A custom `fetch` must send a request at most once.
 *
 * `fetch` seldom reports whether a request was sent: it throws the same error for a refused connection and for one that
 * broke after the service had read everything. Only proof that no connection was made counts as `not_sent`; everything
 * else is lost, and so unknown.
 */
export function fetchTransport(fetch: Fetch = (url, init) => globalThis.fetch(url, init)): Transport {
  return async (request) => {
    const controller = new AbortController();
    let reason: LostReason = "connection_lost";
    const stop = (why: LostReason) => (): void => {
      reason = why;
      controller.abort();
    };
    const onAbort = stop("aborted");
    const deadline = setTimeout(stop("timed_out"), request.timeoutMs);
    request.signal?.addEventListener("abort", onAbort, { once: true });
    try {
      const response = await fetch(request.url, {
        method: request.method,
        headers: {
          ...request.headers,
          accept: "application/json",
          ...(request.method === "POST" && { "content-type": "application/json" }),
        },
        body: request.method === "POST" ? request.body : null,
        redirect: "manual",
        signal: controller.signal,
      });
      return await read(response);
    } catch (error) {
      const isCertain = !controller.signal.aborted && neverConnected(error);
      return isCertain ? { kind: "not_sent" } : { kind: "lost", reason };
    } finally {
      clearTimeout(deadline);
      request.signal?.removeEventListener("abort", onAbort);
    }
  };
}

async function read(response: Response): Promise<Exchange> {
  const bytes = await readBytes(response);
  if (bytes === null) return { kind: "lost", reason: "too_large" };
  const body = decodeResponse(bytes);
  if (body === null) return { kind: "lost", reason: "wrong_shape" };
  return {
    kind: "response",
    status: response.status,
    retryAfter: response.headers.get("retry-after"),
    body,
  };
}

/** Null for a body that is too large; the rest of it is not read. */
async function readBytes(response: Response): Promise<Uint8Array | null> {
  if (response.body === null) return new Uint8Array();
  const reader = response.body.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return concat(chunks, length);
    length += value.byteLength;
    if (length > MAX_RESPONSE_BYTES) {
      await reader.cancel();
      return null;
    }
    chunks.push(value);
  }
}

function concat(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const all = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.byteLength;
  }
  return all;
}

/** The name was not found, or the port refused: there was never a connection. */
const NEVER_CONNECTED: ReadonlySet<unknown> = new Set(["ENOTFOUND", "EAI_AGAIN", "ECONNREFUSED"]);

/** Node puts the system error in `cause`; for a host with several addresses, one error for each. */
function neverConnected(error: unknown): boolean {
  if (!(error instanceof Error) || !(error.cause instanceof Error)) return false;
  const { cause } = error;
  const tried: readonly unknown[] = cause instanceof AggregateError ? cause.errors : [cause];
  return tried.length > 0 && tried.every(isRefusedConnection);
}

function isRefusedConnection(error: unknown): boolean {
  return error instanceof Error && "code" in error && NEVER_CONNECTED.has(error.code);
}
