import type { LostReason } from "./answer";

/** What came over the wire, or why nothing usable did. */
export type Exchange =
  | { kind: "response"; status: number; retryAfter: string | null; body: string }
  /** The connection never came to be, so not one byte of the request left. Only said when it is certain. */
  | { kind: "not_sent" }
  | { kind: "lost"; reason: LostReason };

export type TransportRequest = {
  url: string;
  method: "GET" | "POST";
  headers: Readonly<Record<string, string>>;
  /** Empty for a GET. Sent byte for byte: it is what was signed. */
  body: string;
  /** For the whole exchange, the body of the answer included. */
  timeoutMs: number;
  signal: AbortSignal | null;
  /** A write must be sent at most once; a read may be sent again when it was lost. */
  isWrite: boolean;
};

/**
 * One HTTP exchange, at most once for a write. It follows no redirect, reads no more than {@link MAX_ANSWER_BYTES}, and
 * never rejects for what the other side or the network does.
 */
export type Transport = (request: TransportRequest) => Promise<Exchange>;

export const MAX_ANSWER_BYTES = 1024 * 1024;

/** Null for bytes that are not UTF-8: the service's answers are, so this is not one. */
export function decodeAnswer(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
