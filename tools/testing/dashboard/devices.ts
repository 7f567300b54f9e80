import { openSession } from "@/server/dashboard/auth/open-session";
import { newToken } from "@/server/dashboard/auth/token";
import type { Ctx } from "@/server/dashboard/context";
import type { Harness } from "./harness";
import { expandAll, notifiedPeople } from "./notifications";

export const CHROME = "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36";

/** A device with a cookie of its own. */
export const device = (userAgent: string | null = CHROME) => ({ userAgent, tokenHash: newToken().tokenHash });
export type Device = ReturnType<typeof device>;

/** Opens a session on a device, as every sign-in does; returns the person's context with it. */
export async function openOn(
  { pool, clock }: Harness,
  who: Ctx,
  on: { userAgent: string | null; tokenHash: Buffer | null },
): Promise<Ctx> {
  const { userId, email } = who.actor;
  const at = clock.now();
  const sessionId = await openSession(pool, { id: userId, email }, { by: "password", device: on, at });
  return { ...who, actor: { ...who.actor, sessionId } };
}

/** Who was warned since the last call, and of what. */
export async function warnedOf(harness: Harness): Promise<[personId: string, detail: unknown][]> {
  await expandAll(harness);
  const found = await notifiedPeople(harness);
  await harness.pool.query("delete from notifications");
  return found
    .filter(({ event }) => event === "new_device")
    .map(({ personId, detail }) => [personId, detail]);
}
