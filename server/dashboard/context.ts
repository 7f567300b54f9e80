import { randomUUID } from "node:crypto";
import { headers } from "next/headers";
import { HEADERS } from "@/lib/contract/canonical";
import type { Actor } from "./auth/actor";
import { currentActor } from "./auth/current-actor";
import { getRuntime, type Services } from "./runtime";

/** The context of every command and query: the services, the person and the request. */
export type Ctx = Services & { actor: Actor; requestId: string };

/** For actions, handlers and pages; null when signed out. */
export async function currentCtx(): Promise<Ctx | null> {
  const actor = await currentActor();
  if (actor === null) return null;
  const {
    pool,
    clock,
    elapsedMs,
    routing,
    logger,
    vault,
    hashQueues,
    signInLimits,
    counters,
    mail,
    notificationLimits,
  } = getRuntime();
  const requestId = (await headers()).get(HEADERS.requestId) ?? randomUUID();
  return {
    actor,
    pool,
    clock,
    elapsedMs,
    routing,
    vault,
    hashQueues,
    signInLimits,
    counters,
    mail,
    notificationLimits,
    logger: logger.child({ requestId }),
    requestId,
  };
}
