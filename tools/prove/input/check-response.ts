import type { Operation } from "./documented";
import type { Received, Sent } from "./send";

/**
 * What must never occur, whatever was sent: an internal error, a connection without a response, an undocumented shape.
 */
function faultOfResponse(received: Received): string | null {
  switch (received.kind) {
    case "hung":
      return "no answer within the limit";
    case "closed":
      return `the connection ended without an answer: ${received.reason}`;
    case "answer":
      if (received.status >= 500) return `answered ${received.status}: ${received.text.slice(0, 200)}`;
      if (/\n\s+at .+\.(m?js|ts):[0-9]+/.test(received.text)) return "returned a stack trace";
      return null;
  }
}

/**
 * The service's responses match its OpenAPI document; undocumented ones must at least have the outline of a refusal.
 */
export function faultOfService(
  operation: Operation | null,
  method: string,
  received: Received,
): string | null {
  const fault = faultOfResponse(received);
  if (fault !== null || received.kind !== "answer") return fault;
  if (method === "HEAD") return received.status < 400 ? `HEAD was answered ${received.status}` : null;
  const body = parsed(received.text);
  if (operation !== null) return operation.faultOf(received.status, body);
  return received.status >= 400 && isRefusal(body)
    ? null
    : `answered ${received.status} with ${received.text.slice(0, 200)}`;
}

/** The connection may be closed on bytes that are no request; a response must be a refusal or that of a plain GET. */
export function faultOfRaw(received: Received): string | null {
  return received.kind === "closed" ? null : faultOfResponse(received);
}

const KINDS_OF_RESPONSE: readonly string[] = [
  "application/json",
  "text/html",
  "text/plain",
  "text/x-component",
  "text/csv",
  "image/svg+xml",
  "image/x-icon",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
];

/** The dashboard has no OpenAPI document: its responses have a known content type, and those of its API are JSON. */
export function faultOfDashboard(
  { path, method }: Pick<Sent, "path" | "method">,
  received: Received,
): string | null {
  const fault = faultOfResponse(received);
  if (fault !== null || received.kind !== "answer") return fault;
  if (received.status >= 300 && received.status < 400) return null;
  const kind = received.contentType.split(";", 1)[0] ?? "";
  // Next refuses a method on a static file with two plain words.
  if (received.status === 405 && kind === "") return null;
  if (received.text !== "" && !KINDS_OF_RESPONSE.includes(kind)) return `answered with ${kind}`;
  if (method !== "HEAD" && path.startsWith("/api/") && kind === "application/json") {
    return parsed(received.text) === undefined
      ? `answered with broken JSON: ${received.text.slice(0, 200)}`
      : null;
  }
  return null;
}

function isRefusal(body: unknown): boolean {
  if (typeof body !== "object" || body === null) return false;
  return "detail" in body || ("success" in body && body.success === false && "message" in body);
}

/** `undefined` when it is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
