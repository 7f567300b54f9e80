import type { IncomingMessage } from "node:http";

/** Next's: its client asks for a page to show it in the document that is open. */
const WITHIN_DOCUMENT = "rsc";

/**
 * Whether a request would show sign-in in the document of another page. The response is empty, and Next's client then
 * loads sign-in as a document of its own, like any address that responses no page: what the document before held in
 * memory for a person and an account ends with it (decision 0129). A redirect to sign-in at the end of an action is the
 * same request, so that nobody enters in the document in which they signed in.
 */
export function needsOwnDocument({ method, headers }: IncomingMessage, path: string): boolean {
  return method === "GET" && headers[WITHIN_DOCUMENT] !== undefined && /^\/login\/?$/.test(path);
}
