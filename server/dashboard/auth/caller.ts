import type { Caller } from "./sign-in";
import { deviceHint } from "./sign-in-device";

/** Set by `http/front.ts` on every request; a value sent by the browser is overwritten. */
export const CLIENT_NETWORK_HEADER = "x-paydeck-network";

/** What a sign-in request says about its sender. `tokenHash`: of its device cookie. */
export function callerOf(headers: Pick<Headers, "get">, tokenHash: Buffer): Caller {
  return {
    device: { userAgent: deviceHint(headers.get("user-agent")), tokenHash },
    network: headers.get(CLIENT_NETWORK_HEADER) ?? "unknown",
  };
}
