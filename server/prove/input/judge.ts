import type { Operation } from "./documented";
import type { Received, Sent } from "./send";

/** What must never be seen, whatever was sent: a fault of ours, an end without an answer, a shape that nobody was told of. */
export function faultOfAnswer(received: Received): string | null {
  switch (received.kind) {
    case "hung":
      return "no answer within the limit";
    case "closed":
      return `the connection ended without an answer: ${received.reason}`;
    case "answer":
      if (received.status >= 500) return `answered ${received.status}: ${received.text.slice(0, 200)}`;
      if (/\n\s+at .+\.(m?js|ts):[0-9]+/.test(received.text)) return "told a stack trace";
      return null;
  }
}

/** The service's words about its own answers: its description, and for what it does not describe the outline of a refusal. */
export function faultOfService(
  operation: Operation | null,
  method: string,
  received: Received,
): string | null {
  const fault = faultOfAnswer(received);
  if (fault !== null || received.kind !== "answer") return fault;
  if (method === "HEAD") return received.status < 400 ? `HEAD was answered ${received.status}` : null;
  const body = parsed(received.text);
  if (operation !== null) return operation.faultOf(received.status, body);
  return received.status >= 400 && isRefusal(body)
    ? null
    : `answered ${received.status} with ${received.text.slice(0, 200)}`;
}

/** Bytes that are no request may be hung up on; what is said has to be a refusal or what a plain GET is told. */
export function faultOfRaw(received: Received): string | null {
  return received.kind === "closed" ? null : faultOfAnswer(received);
}

const KINDS_OF_ANSWER: readonly string[] = [
  "application/json",
  "text/html",
  "text/plain",
  "text/x-component",
  "text/csv",
  "image/svg+xml",
  "image/x-icon",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
];

/** The dashboard has no description: its answers are of a known kind, and what its API says is JSON. */
export function faultOfDashboard(
  { path, method }: Pick<Sent, "path" | "method">,
  received: Received,
): string | null {
  const fault = faultOfAnswer(received);
  if (fault !== null || received.kind !== "answer") return fault;
  if (received.status >= 300 && received.status < 400) return null;
  const kind = received.contentType.split(";", 1)[0] ?? "";
  // Next refuses a method on a file in two bare words.
  if (received.status === 405 && kind === "") return null;
  if (received.text !== "" && !KINDS_OF_ANSWER.includes(kind)) return `answered with ${kind}`;
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

/** `undefined` for what is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
