import NextAuth from "next-auth";
import type { NextRequest } from "next/server";
import { callerOf } from "@/server/dashboard/auth/caller";
import { authOptions } from "@/server/dashboard/auth/options";
import { getRuntime } from "@/server/dashboard/runtime";

type Context = { params: Promise<{ nextauth: string[] }> };

async function handle(request: NextRequest, context: Context): Promise<Response> {
  const { nextauth } = await context.params;
  // next-auth's `_log` lets anybody write into our log.
  if (nextauth[0] === "_log") return new Response(null, { status: 404 });
  // Its forms are not JSON, and JSON that cannot be read would be a 500 of ours.
  if (request.method === "POST" && request.headers.get("content-type")?.includes("application/json")) {
    return new Response(null, { status: 415 });
  }
  const options = authOptions(getRuntime(), callerOf(request.headers));
  const answer: unknown = await NextAuth(request, context, options);
  if (!(answer instanceof Response)) throw new Error("next-auth answered with something else");
  return answer;
}

export { handle as GET, handle as POST };
