import type { Caller } from "./sign-in";
import { deviceHint } from "./open-session";

/** Set by `http/front.ts` on every request; what a browser sends under this name is overwritten. */
export const CLIENT_NETWORK_HEADER = "x-paydeck-network";

/** What a request says of whoever signs in by it. */
export function callerOf(headers: Pick<Headers, "get">): Caller {
  return {
    device: deviceHint(headers.get("user-agent")),
    network: headers.get(CLIENT_NETWORK_HEADER) ?? "unknown",
  };
}
