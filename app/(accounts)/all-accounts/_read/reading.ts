import type { Reading } from "@/lib/all-accounts/views";
import { type Permission, roleAllows } from "@/lib/can";
import { ForbiddenError } from "@/server/dashboard/auth/authorize";
import type { Ctx } from "@/server/dashboard/context";
import { limited } from "@/server/platform/log";

/** How long a page waits for one account, in milliseconds; then it says so, and shows the others. */
const PATIENCE_MS = 4_000;

/**
 * What one account says: under the person's role there, without a trace in its audit log where the role does not allow it,
 * because nobody asked for it; and never as an error of the page.
 */
export async function readOf<T>(
  ctx: Ctx,
  permission: Permission,
  read: () => Promise<Reading<T>>,
  patienceMs = PATIENCE_MS,
): Promise<Reading<T>> {
  if (!roleAllows(ctx.actor.role, permission)) return { kind: "forbidden" };
  const stop = new AbortController();
  const late = new Promise<Reading<T>>((resolve) => {
    const timer = setTimeout(() => resolve({ kind: "late" }), patienceMs);
    stop.signal.addEventListener("abort", () => clearTimeout(timer));
  });
  const found = read().catch((error: unknown): Reading<T> => {
    if (error instanceof ForbiddenError) return { kind: "forbidden" };
    limited(ctx.logger).warn({ err: error }, "an account could not be read for the page of all accounts");
    return { kind: "failed" };
  });
  try {
    return await Promise.race([found, late]);
  } finally {
    stop.abort();
  }
}
