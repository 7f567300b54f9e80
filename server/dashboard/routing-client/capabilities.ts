import type { Called } from "@/lib/client/call-result";
import type { OpsName, OpsResult } from "@/lib/contract/ops";
import type { ServiceError } from "@/lib/service-error";
import { valueWithin } from "@/lib/value-within";
import type { Clock } from "@/server/platform/clock";
import { refusalError, serviceErrorOf } from "./call-result";

/** What the service offers besides the five endpoints. */
export type Capabilities = {
  /** False while the service has not been reached yet: its operations are then unknown, not absent. */
  isKnown: boolean;
  /** Why they are unknown, or may be more than listed: a refused key gets no list. Null when the list is complete. */
  serviceError: ServiceError | null;
  idempotency: boolean;
  /** Whether the service has an operation; operations unknown to the dashboard are ignored. */
  offers: (operation: OpsName) => boolean;
  /** What the service calls this merchant, whatever its address (0355); null for a service that does not tell. */
  merchantId: string | null;
  /** No gateway of this merchant moves money (0410). False for a service that does not tell. */
  isTestOnly: boolean;
};

type CapabilitiesResult = OpsResult<"capabilities">;
type Fetched = { capabilities: Capabilities; keepMs: number };

const NOTHING: Capabilities = {
  isKnown: true,
  serviceError: null,
  idempotency: false,
  offers: () => false,
  merchantId: null,
  isTestOnly: false,
};

/** How long a response is cached; an upgraded service is noticed after that. */
const KEEP_MS = 5 * 60_000;
/** A page must not say for long that its data are tests after the first account whose payments are none (0410). */
const KEEP_TEST_ONLY_MS = 15_000;
/**
 * How long a failure is cached: as long as it took, because pages must not wait for a timeout each. A service that is just
 * starting refuses at once and is soon found.
 */
const KEEP_FAILURE_MS = { least: 500, most: 5_000 };
/** How long a service is known as one without the extension that responses the question for it with an error. */
const KEEP_ASSUMED_MS = 60_000;
/** So long a known list waits for a newer one: else a page would wait for two timeouts at a service that hangs. */
const REFRESH_PATIENCE_MS = 1_000;

/**
 * Fetches the capabilities once and caches them (decision 0040). Any 4xx means a service without the extension; after a
 * failed fetch the earlier result stays, and the fetch is repeated soon. An earlier result is used too while the fetch
 * takes long.
 *
 * A service without the extension may answer an unknown path with 401, 500 or a page. `checkKey`, which calls one of the
 * specified endpoints, then tells it from a service that refuses the key or does not work.
 */
export function createCapabilities(options: {
  clock: Clock;
  ask: () => Promise<Called<CapabilitiesResult>>;
  checkKey: () => Promise<Called<null>>;
}): (how?: { isFresh?: boolean }) => Promise<Capabilities> {
  let known: Capabilities = { ...NOTHING, isKnown: false, serviceError: { kind: "unavailable" } };
  let askAgainAt = Number.NEGATIVE_INFINITY;
  let asking: Promise<boolean> | null = null;

  /** Whether the service told now what it offers. */
  const ask = async (): Promise<boolean> => {
    const startedAt = options.clock.now().getTime();
    const response = await options.ask();
    const fetched = read(response) ?? (await readEndpoint(response));
    const now = options.clock.now().getTime();
    if (fetched !== null) known = fetched.capabilities;
    else if (!known.isKnown && response.kind !== "answered")
      known = { ...known, serviceError: serviceErrorOf(response) };
    const { least, most } = KEEP_FAILURE_MS;
    const keepFailureMs = Math.min(Math.max(now - startedAt, least), most);
    askAgainAt = now + (fetched?.capabilities.serviceError === null ? fetched.keepMs : keepFailureMs);
    return fetched !== null;
  };

  /** A known list stays when an endpoint accepts the key: a service that has the extension may fail in part. */
  const readEndpoint = async (response: Called<CapabilitiesResult>): Promise<Fetched | null> => {
    const hasList = known.isKnown && known.serviceError === null;
    if (!(isRefusedKey(response) || (!hasList && isOtherResponse(response)))) return null;
    const endpoint = await options.checkKey();
    if (isRefusedKey(endpoint))
      return { capabilities: { ...NOTHING, serviceError: { kind: "key_refused" } }, keepMs: 0 };
    if (hasList || !isKeyAccepted(endpoint)) return null;
    return { capabilities: NOTHING, keepMs: KEEP_ASSUMED_MS };
  };

  return async ({ isFresh = false } = {}) => {
    if (isFresh || options.clock.now().getTime() >= askAgainAt) {
      asking ??= ask().finally(() => (asking = null));
      // What was told before may have ended: a refund sent again to a service that lost idempotency is a second refund.
      if (isFresh && !(await asking))
        return {
          ...known,
          idempotency: false,
          isTestOnly: false,
          serviceError: known.serviceError ?? { kind: "unavailable" },
        };
      if (!known.isKnown) await asking;
      else await valueWithin(asking, REFRESH_PATIENCE_MS);
    }
    return known;
  };
}

/** The error for an operation that is not in the list: if the list could not be fetched, it is not "not offered". */
export function notOfferedOr({
  serviceError,
}: Capabilities): { kind: "not_offered" } | { kind: "service_error"; serviceError: ServiceError } {
  return serviceError === null ? { kind: "not_offered" } : { kind: "service_error", serviceError };
}

/** Null when the response alone says nothing about the service's operations. */
function read(response: Called<CapabilitiesResult>): Fetched | null {
  switch (response.kind) {
    case "answered": {
      const operations: ReadonlySet<string> = new Set(response.value.operations);
      const { idempotency, merchant_id: merchantId = null, test_only: isTestOnly = false } = response.value;
      const offers = (operation: OpsName): boolean => operations.has(operation);
      const capabilities = { isKnown: true, serviceError: null, idempotency, offers, merchantId, isTestOnly };
      return { capabilities, keepMs: isTestOnly ? KEEP_TEST_ONLY_MS : KEEP_MS };
    }
    case "refused":
      return refusalError(response.refusal) === null ? { capabilities: NOTHING, keepMs: KEEP_MS } : null;
    case "not_sent":
      return null;
    case "unknown":
      return isClientError(response.status) ? { capabilities: NOTHING, keepMs: KEEP_MS } : null;
  }
}

function isRefusedKey(response: Called<unknown>): boolean {
  return response.kind === "refused" && response.refusal.kind === "key_refused";
}

/** An error, a redirect or a page, which a service may give for a path that it does not know. */
function isOtherResponse(response: Called<unknown>): boolean {
  return response.kind === "unknown" && response.status !== null && response.status !== 429;
}

function isKeyAccepted(response: Called<unknown>): boolean {
  return (
    response.kind === "answered" || (response.kind === "refused" && refusalError(response.refusal) === null)
  );
}

function isClientError(status: number | null): boolean {
  return status !== null && status >= 400 && status < 500 && status !== 401 && status !== 429;
}
