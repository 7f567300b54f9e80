import type { IncomingMessage, ServerResponse } from "node:http";
import { withRetryNote } from "../auth/retry-after";

/** The code that the sign-in page knows. */
const BUSY = "Busy";

/**
 * Refuses a sign-in that was not checked. A form of a hydrated page is redirected to the form with the reason; it would
 * show nothing of a plain text.
 */
export function refuseSignIn(request: IncomingMessage, response: ServerResponse, seconds: number): void {
  const headers: Record<string, string> = {
    "content-type": "text/plain",
    "cache-control": "no-store",
    "retry-after": String(seconds),
  };
  // Read to its end: a connection that is closed while its body is being sent loses the response.
  request.resume();
  if (request.headers["next-action"] !== undefined) {
    const [path = "/login", query = ""] = (request.url ?? "/login").split("?", 2);
    const search = new URLSearchParams(query);
    search.set("error", BUSY);
    headers["x-action-redirect"] = `${path}?${search.toString()};replace`;
  }
  response.writeHead(429, headers);
  response.end(
    `Too many sign-ins at once. Your password was not checked. Go back and try again in ${String(seconds)} s.\n`,
  );
}

/** Lets code behind the front answer 429 by {@link withRetryNote}'s counterpart, `answerRetryAfter`. */
export function withRetryAfter<T>(response: ServerResponse, work: () => T): T {
  return withRetryNote((note) => {
    const writeHead = response.writeHead.bind(response) as (...head: unknown[]) => ServerResponse;
    response.writeHead = (status: number, ...rest: unknown[]) => {
      if (note.seconds === null) return writeHead(status, ...rest);
      response.setHeader("retry-after", String(note.seconds));
      return writeHead(429, ...rest);
    };
    return work();
  });
}
