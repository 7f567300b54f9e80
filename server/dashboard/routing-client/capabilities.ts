import type { Called } from "@/lib/client/answer";
import type { OpsName, OpsResult } from "@/lib/contract/ops";
import type { ServiceError } from "@/lib/service-error";
import type { Clock } from "@/server/platform/clock";
import { refusalError, serviceErrorOf } from "./answer";

/** What the service offers beside the five endpoints. */
export type Capabilities = {
  /** False while the service has not been reached yet: what it offers is then not known, not nothing. */
  isTold: boolean;
  /** Why it is not known, or may be more than it seems: a key that is refused learns nothing. Null when all was told. */
  trouble: ServiceError | null;
  idempotency: boolean;
  /** Whether the service has an operation; those that it has and we do not know matter to nobody. */
  offers: (operation: OpsName) => boolean;
};

type Told = OpsResult<"capabilities">;

const NOTHING: Capabilities = { isTold: true, trouble: null, idempotency: false, offers: () => false };

/** How long an answer is kept; a service that was upgraded is noticed after it. */
const KEEP_MS = 5 * 60_000;
/** How long a failure to ask is kept: pages must not wait for a time-out each. */
const KEEP_FAILURE_MS = 5_000;

/**
 * Asks once and keeps the answer (decision 0040). A service without the extension says so by any 4xx; one that could
 * not be asked is taken for what it was before, and is asked again soon.
 */
export function createCapabilities(options: {
  clock: Clock;
  ask: () => Promise<Called<Told>>;
}): () => Promise<Capabilities> {
  let known: Capabilities = { ...NOTHING, isTold: false, trouble: { kind: "unavailable" } };
  let askAgainAt = Number.NEGATIVE_INFINITY;
  let asking: Promise<void> | null = null;

  const ask = async (): Promise<void> => {
    const answer = await options.ask();
    const told = read(answer);
    const now = options.clock.now().getTime();
    if (told !== null) known = told;
    else if (!known.isTold && answer.kind !== "answered")
      known = { ...known, trouble: serviceErrorOf(answer) };
    askAgainAt = now + (told?.trouble === null ? KEEP_MS : KEEP_FAILURE_MS);
  };

  return async () => {
    if (options.clock.now().getTime() >= askAgainAt) {
      asking ??= ask().finally(() => (asking = null));
      await asking;
    }
    return known;
  };
}

/** What to say of an operation that is not in what was told: one that nobody could ask for is not "not offered". */
export function notOfferedOr({
  trouble,
}: Capabilities): { kind: "not_offered" } | { kind: "trouble"; trouble: ServiceError } {
  return trouble === null ? { kind: "not_offered" } : { kind: "trouble", trouble };
}

/** Null when the answer says nothing of what the service has. */
function read(answer: Called<Told>): Capabilities | null {
  switch (answer.kind) {
    case "answered": {
      const operations: ReadonlySet<string> = new Set(answer.value.operations);
      return {
        isTold: true,
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
