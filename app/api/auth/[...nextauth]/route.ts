import NextAuth from "next-auth";
import type { NextRequest } from "next/server";
import { callerOf } from "@/server/dashboard/auth/caller";
import { readDeviceCookie, writeDeviceCookie } from "@/server/dashboard/auth/device-cookie";
import { faultOfNextAuthRequest, isCallbackCookie } from "@/server/dashboard/auth/next-auth-request";
import { authOptions } from "@/server/dashboard/auth/options";
import { getRuntime } from "@/server/dashboard/runtime";

type Context = { params: Promise<{ nextauth: string[] }> };

async function handle(request: NextRequest, context: Context): Promise<Response> {
  const { nextauth } = await context.params;
  const fault = faultOfNextAuthRequest({
    method: request.method,
    segments: nextauth,
    origin: request.nextUrl.origin,
    contentType: request.headers.get("content-type"),
    callbackUrls: [
      ...request.nextUrl.searchParams.getAll("callbackUrl"),
      ...request.cookies.getAll().flatMap(({ name, value }) => (isCallbackCookie(name) ? [value] : [])),
    ],
  });
  if (fault !== null) {
    return new Response(null, { status: fault, headers: fault === 405 ? { allow: "POST" } : {} });
  }
  const device = await readDeviceCookie();
  const caller = callerOf(request.headers, device.tokenHash);
  const options = authOptions(getRuntime(), caller, () => writeDeviceCookie(device));
  const response: unknown = await NextAuth(request, context, options);
  if (!(response instanceof Response)) throw new Error("next-auth answered with something else");
  return response;
}

export { handle as GET, handle as POST };
