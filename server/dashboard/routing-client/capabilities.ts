import { OPS_OPERATIONS } from "@/lib/contract/endpoints";
import { capabilitiesResponseSchema } from "@/lib/contract/responses";
import type { Clock } from "@/server/platform/clock";
import { classifyOps } from "./classify-ops";
import type { Exchange } from "./exchange";

/** What the service offers beside the five endpoints. */
export type Capabilities = {
  idempotency: boolean;
  refundBalance: boolean;
  refundSearch: boolean;
};

const NOTHING: Capabilities = { idempotency: false, refundBalance: false, refundSearch: false };

/** How long an answer is kept; a service that was upgraded is noticed after it. */
const KEEP_MS = 5 * 60_000;
/** How long a failure to ask is kept: pages must not wait for a time-out each. */
const KEEP_FAILURE_MS = 5_000;

/**
 * Asks once and keeps the answer (design, section 4). A service without the extension says so by any 4xx; one that could
 * not be asked is taken for what it was before, and is asked again soon.
 */
export function createCapabilities(options: {
  clock: Clock;
  ask: () => Promise<Exchange>;
}): () => Promise<Capabilities> {
  let known = NOTHING;
  let askAgainAt = Number.NEGATIVE_INFINITY;
  let asking: Promise<void> | null = null;

  const ask = async (): Promise<void> => {
    const told = read(await options.ask());
    const now = options.clock.now().getTime();
    if (told !== null) known = told;
    askAgainAt = now + (told === null ? KEEP_FAILURE_MS : KEEP_MS);
  };

  return async () => {
    if (options.clock.now().getTime() >= askAgainAt) {
      asking ??= ask().finally(() => (asking = null));
      await asking;
    }
    return known;
  };
}

function read(outcome: Exchange): Capabilities | null {
  const answer = classifyOps({ schema: capabilitiesResponseSchema, isAboutRequest: () => true }, outcome);
  if (answer.kind === "answered") {
    const { idempotency, operations } = answer.value;
    return {
      idempotency,
      refundBalance: operations.includes(OPS_OPERATIONS.refundBalance),
      refundSearch: operations.includes(OPS_OPERATIONS.refundSearch),
    };
  }
  const isAbsent = outcome.kind === "response" && outcome.status < 500 && outcome.status !== 429;
  return isAbsent ? NOTHING : null;
}
