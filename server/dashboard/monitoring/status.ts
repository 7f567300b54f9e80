import { type PartStatus, STATUS_PARTS, type StatusPart, type StatusView } from "@/lib/status";
import type { Clock } from "@/server/platform/clock";
import { cachedReading } from "@/server/platform/metrics/cached-reading";
import type { ReadinessReport } from "@/server/platform/readiness";
import type { OpsResult } from "@/lib/contract/ops";
import type { Called } from "../routing-client/call-result";
import type { RoutingClient } from "../routing-client/client";
import { findParts, type Found } from "./check-parts";

/** However many people open the page, the checks run once in this time, in milliseconds. */
const FRESH_MS = 10_000;
/** A check that takes longer did not finish. */
const CHECK_LIMIT_MS = 4_000;

/**
 * What works, for people without a session: states and times, and nothing of the business. Never
 * rejects: what could not be checked is unknown.
 */
export function createStatus(options: {
  readiness: () => Promise<ReadinessReport>;
  routing: Pick<RoutingClient, "ops" | "capabilities" | "checkKey">;
  clock: Clock;
  elapsedMs: () => number;
}): () => Promise<StatusView> {
  const { readiness, routing, clock, elapsedMs } = options;
  const startedAt = clock.now().toISOString();
  const seen = new Map<StatusPart, PartStatus>();

  /** A state that lasts keeps its time. The first one seen may be older than this process. */
  const follow = (part: StatusPart, found: Found, at: string): PartStatus => {
    const before = seen.get(part);
    const lasts = before?.state === found.state;
    const since =
      found.since !== null
        ? { since: found.since, mayBeEarlier: false }
        : lasts
          ? { since: before.since, mayBeEarlier: before.mayBeEarlier }
          : { since: at, mayBeEarlier: before === undefined };
    const status: PartStatus = { part, state: found.state, ...since };
    seen.set(part, status);
    return status;
  };

  const askService = async (): Promise<Called<OpsResult<"service.status"> | null>> => {
    const signal = AbortSignal.timeout(CHECK_LIMIT_MS);
    const { offers } = await routing.capabilities();
    return offers("service.status")
      ? routing.ops("service.status", {}, { signal })
      : routing.checkKey({ signal });
  };

  const check = async (): Promise<StatusView> => {
    const [report, response] = await Promise.all([withinLimit(readiness()), withinLimit(askService())]);
    const at = clock.now().toISOString();
    const found = {
      dashboard: { state: "works", since: startedAt } as const,
      ...findParts(report, response),
    };
    return { checkedAt: at, parts: STATUS_PARTS.map((part) => follow(part, found[part], at)) };
  };

  const read = cachedReading(check, { freshMs: FRESH_MS, limitMs: CHECK_LIMIT_MS + 1_000, elapsedMs });
  return async () => {
    const reading = await read();
    if (reading.kind === "read") return reading.value;
    const at = clock.now().toISOString();
    const unknown = { state: "unknown", since: at, mayBeEarlier: true } as const;
    return { checkedAt: at, parts: STATUS_PARTS.map((part) => ({ part, ...unknown })) };
  };
}

/** Null when it fails or takes too long. */
async function withinLimit<T>(work: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), CHECK_LIMIT_MS);
  });
  try {
    return await Promise.race([work, late]);
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}
