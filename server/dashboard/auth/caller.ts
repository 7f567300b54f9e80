import type { Caller } from "./sign-in";
import { deviceHint } from "./open-session";

/** Set by `http/front.ts` on every request; a value sent by the browser is overwritten. */
export const CLIENT_NETWORK_HEADER = "x-paydeck-network";

/** What a sign-in request says about its sender. */
export function callerOf(headers: Pick<Headers, "get">): Caller {
  return {
    device: deviceHint(headers.get("user-agent")),
    network: headers.get(CLIENT_NETWORK_HEADER) ?? "unknown",
  };
}
