import NextAuth from "next-auth";
import { cookies } from "next/headers";
import { NextRequest } from "next/server";
import { z } from "zod";
import { paths, safeReturnPath } from "@/lib/paths";
import { PROVIDER_ID } from "@/server/dashboard/auth/identity-provider";
import { authOptions } from "@/server/dashboard/auth/options";
import { getRuntime } from "@/server/dashboard/runtime";

const csrfSchema = z.object({ csrfToken: z.string() });

/**
 * Redirects to the identity provider. next-auth requires a form with its token, whose redirect to another host the
 * page's `form-action` would block; a link needs no JavaScript and is not a form. It only sets the cookies of this one
 * attempt.
 */
export async function GET(request: NextRequest): Promise<Response> {
  const runtime = getRuntime();
  const from = safeReturnPath(request.nextUrl.searchParams.get("from"));
  if (runtime.settings.identityProvider === null || request.headers.get("sec-fetch-site") === "cross-site") {
    return redirect(paths.login(from));
  }
  const options = authOptions(runtime);
  const call = async (init: NextRequest, nextauth: string[]): Promise<Response> => {
    const response: unknown = await NextAuth(init, { params: Promise.resolve({ nextauth }) }, options);
    if (!(response instanceof Response)) throw new Error("next-auth answered with something else");
    return response;
  };

  const address = new URL("/api/auth/", request.nextUrl);
  const csrf = await call(new NextRequest(new URL("csrf", address)), ["csrf"]);
  const { csrfToken } = csrfSchema.parse(await csrf.json());
  // next-auth reads the current request's cookies, which do not include this one yet.
  const store = await cookies();
  for (const cookie of csrf.headers.getSetCookie()) {
    const [name = "", value = ""] = (cookie.split(";", 1)[0] ?? "").split("=", 2);
    store.set(name, decodeURIComponent(value), {
      httpOnly: true,
      sameSite: "lax",
      path: "/",
      secure: name.startsWith("__"),
    });
  }
  return call(
    new NextRequest(new URL(`signin/${PROVIDER_ID}`, address), {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ csrfToken, callbackUrl: paths.login(from) }).toString(),
    }),
    ["signin", PROVIDER_ID],
  );
}

function redirect(path: string): Response {
  return new Response(null, { status: 303, headers: { location: path, "cache-control": "no-store" } });
}
