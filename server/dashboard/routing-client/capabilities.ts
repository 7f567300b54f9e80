import type { Called } from "@/lib/client/answer";
import type { OpsName, OpsResult } from "@/lib/contract/ops";
import type { ServiceError } from "@/lib/service-error";
import { valueWithin } from "@/lib/value-within";
import type { Clock } from "@/server/platform/clock";
import { refusalError, serviceErrorOf } from "./answer";

/** What the service offers besides the five endpoints. */
export type Capabilities = {
  /** False while the service has not been reached yet: its operations are then unknown, not absent. */
  isKnown: boolean;
  /** Why they are unknown, or may be more than listed: a refused key gets no list. Null when the list is complete. */
  trouble: ServiceError | null;
  idempotency: boolean;
  /** Whether the service has an operation; operations unknown to the dashboard are ignored. */
  offers: (operation: OpsName) => boolean;
};

type CapabilitiesResult = OpsResult<"capabilities">;

const NOTHING: Capabilities = { isKnown: true, trouble: null, idempotency: false, offers: () => false };

/** How long a response is cached; an upgraded service is noticed after that. */
const KEEP_MS = 5 * 60_000;
/**
 * How long a failure is cached: as long as it took, because pages must not wait for a timeout each. A service that is just
 * starting refuses at once and is soon found.
 */
const KEEP_FAILURE_MS = { least: 500, most: 5_000 };
/** So long a known list waits for a newer one: else a page would wait for two timeouts at a service that hangs. */
const REFRESH_PATIENCE_MS = 1_000;

/**
 * Fetches the capabilities once and caches them (decision 0040). Any 4xx means a service without the extension; after a
 * failed fetch the earlier result stays, and the fetch is repeated soon. An earlier result is used too while the fetch
 * takes long.
 */
export function createCapabilities(options: {
  clock: Clock;
  ask: () => Promise<Called<CapabilitiesResult>>;
}): (how?: { isFresh?: boolean }) => Promise<Capabilities> {
  let known: Capabilities = { ...NOTHING, isKnown: false, trouble: { kind: "unavailable" } };
  let askAgainAt = Number.NEGATIVE_INFINITY;
  let asking: Promise<void> | null = null;

  const ask = async (): Promise<void> => {
    const startedAt = options.clock.now().getTime();
    const answer = await options.ask();
    const fetched = read(answer);
    const now = options.clock.now().getTime();
    if (fetched !== null) known = fetched;
    else if (!known.isKnown && answer.kind !== "answered")
      known = { ...known, trouble: serviceErrorOf(answer) };
    const { least, most } = KEEP_FAILURE_MS;
    const keepFailureMs = Math.min(Math.max(now - startedAt, least), most);
    askAgainAt = now + (fetched?.trouble === null ? KEEP_MS : keepFailureMs);
  };

  return async ({ isFresh = false } = {}) => {
    if (isFresh || options.clock.now().getTime() >= askAgainAt) {
      asking ??= ask().finally(() => (asking = null));
      if (isFresh || !known.isKnown) await asking;
      else await valueWithin(asking, REFRESH_PATIENCE_MS);
    }
    return known;
  };
}

/** The error for an operation that is not in the list: if the list could not be fetched, it is not "not offered". */
export function notOfferedOr({
  trouble,
}: Capabilities): { kind: "not_offered" } | { kind: "trouble"; trouble: ServiceError } {
  return trouble === null ? { kind: "not_offered" } : { kind: "trouble", trouble };
}

/** Null when the response says nothing about the service's operations. */
function read(answer: Called<CapabilitiesResult>): Capabilities | null {
  switch (answer.kind) {
    case "answered": {
      const operations: ReadonlySet<string> = new Set(answer.value.operations);
      return {
        isKnown: true,
        trouble: null,
        idempotency: answer.value.idempotency,
        offers: (operation) => operations.has(operation),
      };
    }
    case "refused":
      return answer.refusal.kind === "busy" ? null : { ...NOTHING, trouble: refusalError(answer.refusal) };
    case "not_sent":
      return null;
    case "unknown":
      return isClientError(answer.status) ? NOTHING : null;
  }
}

function isClientError(status: number | null): boolean {
  return status !== null && status >= 400 && status < 500 && status !== 429;
}
