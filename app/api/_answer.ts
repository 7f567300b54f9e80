import { ForbiddenError } from "@/server/dashboard/auth/authorize";
import { currentCtx, type Ctx } from "@/server/dashboard/context";
import { isDatabaseOutage } from "@/server/platform/pool";
import { readAtMost } from "./_read-at-most";

/**
 * Responds to a read with JSON: 401 when signed out, 403 when refused, 503 while the database is unavailable (failure
 * 6).
 */
export async function answerQuery<T>(
  query: (ctx: Ctx) => Promise<T>,
  statusOf: (view: T) => number = () => 200,
): Promise<Response> {
  try {
    const ctx = await currentCtx();
    if (ctx === null) return json({ signedOut: true }, 401);
    const view = await query(ctx);
    return json(view, statusOf(view));
  } catch (error) {
    if (error instanceof ForbiddenError) return json({ kind: "forbidden" }, 403);
    if (isDatabaseOutage(error)) return json({ kind: "unavailable" }, 503);
    throw error;
  }
}

/**
 * Responds to a read whose input belongs into no address, such as a contact: a POST with JSON. It is no server action,
 * because the browser sends those one after another, and a slow read would hold back a refund. Input that is no JSON, or
 * over a megabyte, is `undefined`: the query refuses it after it has checked the permission.
 */
export function answerQuestion<T extends { kind: string }>(
  request: Request,
  query: (ctx: Ctx, input: unknown) => Promise<T>,
): Promise<Response> {
  return answerQuery(
    async (ctx) => query(ctx, await readInput(request)),
    ({ kind }) => (kind === "forbidden" ? 403 : 200),
  );
}

const MAX_INPUT_BYTES = 1024 * 1024;

async function readInput(request: Request): Promise<unknown> {
  const bytes = await readAtMost(request.body, MAX_INPUT_BYTES);
  try {
    return bytes === null ? undefined : JSON.parse(bytes.toString("utf8"));
  } catch {
    return undefined;
  }
}

function json(body: unknown, status: number): Response {
  return Response.json(body, { status, headers: { "cache-control": "no-store" } });
}
