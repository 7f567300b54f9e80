import { connect, type ConnectTools } from "./connect";
import { withDeadline } from "./deadline";
import type { Exchanged } from "./exchanged";
import { post } from "./post";
import { codeOf, Unanswered } from "./unanswered";

/**
 * Sends one POST to an address that somebody entered, never to an internal one (failure 29). Proxies of the environment
 * are not used, and redirects are not followed. Never throws for network errors or bad responses. `timeoutMs`: from the
 * name's resolution to the end of the response. `onConnected` is called before anything is sent.
 */
export async function exchange(
  url: URL,
  request: { headers: Readonly<Record<string, string>>; body: string },
  tools: ConnectTools,
  timeoutMs: number,
  onConnected: () => void = () => undefined,
): Promise<Exchanged> {
  try {
    return await withDeadline(timeoutMs, async (signal) => {
      const socket = await connect(url, tools, signal);
      onConnected();
      return post(socket, url, request.headers, request.body, signal);
    });
  } catch (error) {
    if (error instanceof Unanswered)
      return { kind: "unanswered", error: error.reason, message: error.message };
    return {
      kind: "unanswered",
      error: "invalid_response",
      message: `The exchange failed: ${codeOf(error)}.`,
    };
  }
}
