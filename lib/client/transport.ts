import type { LostReason } from "./call-result";

/** The HTTP response, or why there is no usable one. */
export type Exchange =
  | { kind: "response"; status: number; retryAfter: string | null; body: string }
  /** The connection was never established, so nothing was sent. Used only when that is certain. */
  | { kind: "not_sent" }
  | { kind: "lost"; reason: LostReason };

export type TransportRequest = {
  url: string;
  method: "GET" | "POST";
  headers: Readonly<Record<string, string>>;
  /** Empty for a GET. Sent byte for byte, because it is what was signed. */
  body: string;
  /** Limits the whole exchange, including the response body. */
  timeoutMs: number;
  signal: AbortSignal | null;
  /** A write must be sent at most once; a read may be sent again when it was lost. */
  isWrite: boolean;
};

/**
 * One HTTP exchange, at most once for a write. It follows no redirect, reads at most {@link MAX_ANSWER_BYTES}, and
 * never rejects for what the service or the network does.
 */
export type Transport = (request: TransportRequest) => Promise<Exchange>;

export const MAX_RESPONSE_BYTES = 1024 * 1024;

/** Null for bytes that are not UTF-8, which the service never sends. */
export function decodeResponse(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
