import { cookies } from "next/headers";
import { isOverTls } from "./is-over-tls";
import { DEVICE_SECONDS } from "./sign-in";
import { hashOfToken, newToken } from "./token";

/** `token`: the cookie's value; `tokenHash`: what is stored of it. */
type DeviceCookie = { token: string; tokenHash: Buffer };

/** That of the request; a new one for a browser without it, or with a value that is not one of ours. */
export async function readDeviceCookie(): Promise<DeviceCookie> {
  const token = (await cookies()).get(nameOf(await isOverTls()))?.value ?? "";
  const tokenHash = hashOfToken(token);
  return tokenHash === null ? newToken() : { token, tokenHash };
}

/**
 * Written at each sign-in, and never before one: the browser keeps it over sign-outs, so that the next sign-in is known
 * (0327). It opens nothing. "lax": the way back from an identity provider begins at another site.
 */
export async function writeDeviceCookie({ token }: DeviceCookie): Promise<void> {
  const isSecure = await isOverTls();
  (await cookies()).set(nameOf(isSecure), token, {
    httpOnly: true,
    sameSite: "lax",
    path: "/",
    secure: isSecure,
    maxAge: DEVICE_SECONDS,
  });
}

/** `__Host-`: no other host of the domain can set it. */
function nameOf(isSecure: boolean): string {
  return `${isSecure ? "__Host-" : ""}paydeck-device`;
}
