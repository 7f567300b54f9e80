import type { OpsResult } from "@/lib/contract/ops";
import { type PartState, type StatusPart, worstState } from "@/lib/status";
import type { ReadinessReport } from "@/server/platform/readiness";
import type { Called } from "../routing-client/call-result";

/** What was found of a part. `since` where the source knows it; null leaves it to who compares with before. */
export type Found = { state: PartState; since: string | null };

type ServiceStatus = OpsResult<"service.status">;

const UNKNOWN: Found = { state: "unknown", since: null };
const WORKS: Found = { state: "works", since: null };

/**
 * What the checks say about each part but the dashboard itself, which responses. Null: that check did not finish. The jobs
 * are those of both systems. A service that does not report its state was asked for a payment instead, and its response has no
 * value: of the jobs, those of the dashboard are then all that is known.
 */
export function findParts(
  report: ReadinessReport | null,
  response: Called<ServiceStatus | null> | null,
): Record<Exclude<StatusPart, "dashboard">, Found> {
  const status = response?.kind === "answered" ? response.value : null;
  const ownJobs = ofReadiness(report, "jobs");
  return {
    database: ofReadiness(report, "database"),
    service: ofService(response),
    jobs: status === null ? ownJobs : worstOf([ownJobs, status.jobs]),
    webhooks: status?.webhooks ?? UNKNOWN,
  };
}

function ofReadiness(report: ReadinessReport | null, part: string): Found {
  if (report === null) return UNKNOWN;
  const problem = report.problems?.find((one) => one.part === part);
  return problem === undefined ? WORKS : { state: "down", since: problem.since };
}

/**
 * A service that responses works, even when it does not know this operation. One that refuses the dashboard's key answers
 * no call of the dashboard, so nothing is known of it.
 */
function ofService(response: Called<unknown> | null): Found {
  switch (response?.kind) {
    case undefined:
      return UNKNOWN;
    case "answered":
      return WORKS;
    case "refused":
      return response.refusal.kind === "key_refused" ? UNKNOWN : WORKS;
    case "not_sent":
      return { state: "down", since: null };
    case "unknown": {
      const { status } = response;
      if (status === null) return UNKNOWN;
      return status >= 500 ? { state: "down", since: null } : WORKS;
    }
  }
}

function worstOf(found: readonly Found[]): Found {
  const worst = worstState(found.map(({ state }) => state));
  return found.find(({ state }) => state === worst) ?? UNKNOWN;
}
