import { ForbiddenError } from "@/server/dashboard/auth/authorize";
import { currentCtx, type Ctx } from "@/server/dashboard/context";
import { isDatabaseOutage } from "@/server/platform/pool";

/**
 * Responds to a read with JSON: 401 when signed out, 403 when refused, 503 while the database is unavailable (failure
 * 6).
 */
export async function respondWithQuery<T>(
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

/** Responds to a read whose refusal is one of its outcomes. */
export function respondWithOutcome<Outcome extends { kind: string }>(
  query: (ctx: Ctx) => Promise<Outcome>,
): Promise<Response> {
  return respondWithQuery(query, ({ kind }) => (kind === "forbidden" ? 403 : 200));
}

function json(body: unknown, status: number): Response {
  return Response.json(body, { status, headers: { "cache-control": "no-store" } });
}
