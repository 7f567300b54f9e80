import { IncomingMessage } from "node:http";

const FIRST_BYTES = 4_096;

/** `gone`: the sender disconnected before the end. */
type BufferedBody = { kind: "held"; bytes: Buffer } | { kind: "too_large" } | { kind: "gone" };

export function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

export function isDeclaredLarger({ headers }: IncomingMessage, limitBytes: number): boolean {
  return Number(headers["content-length"] ?? 0) > limitBytes;
}

/**
 * Reads a body into memory, counting what arrives: a chunked body does not declare its length. Nothing behind the front
 * sees the request before its body is complete and within the limit. One buffer holds it, because a sender that splits
 * it into single bytes would otherwise cost a hundred times as much.
 */
export function bufferBody(request: IncomingMessage, limitBytes: number): Promise<BufferedBody> {
  if (!hasBody(request)) return Promise.resolve({ kind: "held", bytes: Buffer.alloc(0) });
  if (isDeclaredLarger(request, limitBytes)) return Promise.resolve({ kind: "too_large" });
  return new Promise((resolve) => {
    let held = Buffer.allocUnsafe(FIRST_BYTES);
    let size = 0;
    const settle = (outcome: BufferedBody): void => {
      request.off("data", take).off("end", end).off("error", lose).off("close", lose);
      resolve(outcome);
    };
    const take = (chunk: Buffer): void => {
      const total = size + chunk.length;
      if (total > limitBytes) {
        settle({ kind: "too_large" });
        return;
      }
      if (total > held.length) {
        const larger = Buffer.allocUnsafe(Math.min(limitBytes, Math.max(2 * held.length, total)));
        held.copy(larger, 0, 0, size);
        held = larger;
      }
      chunk.copy(held, size);
      size = total;
    };
    const end = (): void => settle({ kind: "held", bytes: held.subarray(0, size) });
    const lose = (): void => settle({ kind: "gone" });
    request.on("data", take).once("end", end).once("error", lose).once("close", lose);
  });
}

/** Returns the request with this body still to be read: a stream that was read cannot be read again. */
export function withBody(
  request: IncomingMessage,
  { bytes, contentType }: { bytes: Buffer; contentType: string | null },
): IncomingMessage {
  if (contentType !== null) {
    request.headers["content-type"] = contentType;
    if (request.headers["content-length"] !== undefined) {
      request.headers["content-length"] = String(bytes.length);
    }
  }
  const copy = new IncomingMessage(request.socket);
  Object.assign(copy, {
    httpVersion: request.httpVersion,
    httpVersionMajor: request.httpVersionMajor,
    httpVersionMinor: request.httpVersionMinor,
    method: request.method,
    url: request.url,
    headers: request.headers,
    rawHeaders: request.rawHeaders,
    complete: true,
  });
  copy.push(bytes);
  copy.push(null);
  return copy;
}
