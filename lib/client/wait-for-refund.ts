import type { RefundRecord } from "../contract/responses";
import type { Called, Refusal } from "./answer";
import type { CallOptions } from "./send";

export type WaitOptions = {
  /** Ends the waiting, a look that is under way included. */
  signal?: AbortSignal;
  /** For the waiting as a whole; 10 minutes unless given, a day at most. */
  limitMs?: number;
  /** The first pause; 1 s unless given. */
  firstDelayMs?: number;
  /** The longest pause that the waiting grows to; 30 s unless given. */
  maxDelayMs?: number;
};

export type RefundWait =
  /** `refund_completed_at` is set: SUCCESS or FAILURE, and never to change again (specification 3.2). */
  | { kind: "completed"; refund: RefundRecord }
  /** The service does not tell of this refund, or not to this key; asking on is useless. */
  | { kind: "refused"; refusal: Refusal; requestId: string }
  /** Still on its way when the waiting ended. `refund` is how it was last seen; null if it never was. */
  | { kind: "open"; because: "limit" | "aborted"; refund: RefundRecord | null };

type Look = (refundId: string, options: CallOptions) => Promise<Called<RefundRecord>>;

const DEFAULT_LIMIT_MS = 10 * 60_000;
const MAX_LIMIT_MS = 24 * 60 * 60_000;
const DEFAULT_FIRST_DELAY_MS = 1_000;
const DEFAULT_MAX_DELAY_MS = 30_000;
const GROWTH = 1.6;

/**
 * Looks at a refund until it has ended (failure 26). A look changes nothing, so one that was lost or that the service had
 * no time for only means another, no sooner than the service asked for.
 */
export async function waitForRefund(look: Look, refundId: string, options: WaitOptions): Promise<RefundWait> {
  const ending = endingOf(options);
  let refund: RefundRecord | null = null;
  try {
    for (let looks = 0; !ending.signal.aborted; looks += 1) {
      const answer = await look(refundId, { signal: ending.signal });
      if (answer.kind === "answered") {
        refund = answer.value;
        if (refund.refund_completed_at !== null) return { kind: "completed", refund };
      }
      if (answer.kind === "refused" && answer.refusal.kind !== "busy") {
        return { kind: "refused", refusal: answer.refusal, requestId: answer.requestId };
      }
      const asked = answer.kind === "refused" && answer.refusal.kind === "busy" ? answer.refusal : null;
      const askedMs = (asked?.retryAfterSeconds ?? 0) * 1_000;
      await sleep(Math.max(delayMs(looks, options), askedMs), ending.signal);
    }
    return { kind: "open", because: options.signal?.aborted === true ? "aborted" : "limit", refund };
  } finally {
    ending.forget();
  }
}

/** The pause after a number of looks: grows to the longest, spread by a fifth so that many waits do not march in step. */
export function delayMs(looks: number, options: WaitOptions, random: () => number = Math.random): number {
  const { firstDelayMs = DEFAULT_FIRST_DELAY_MS, maxDelayMs = DEFAULT_MAX_DELAY_MS } = options;
  const grown = Math.min(firstDelayMs * GROWTH ** Math.min(looks, 100), maxDelayMs);
  return Math.round(grown * (0.8 + 0.4 * random()));
}

/** One signal for the caller's own and the overall limit. */
function endingOf({ signal, limitMs = DEFAULT_LIMIT_MS }: WaitOptions): {
  signal: AbortSignal;
  forget: () => void;
} {
  const controller = new AbortController();
  const end = (): void => controller.abort();
  if (signal?.aborted === true) end();
  signal?.addEventListener("abort", end, { once: true });
  const timer = setTimeout(end, Math.min(limitMs, MAX_LIMIT_MS));
  return {
    signal: controller.signal,
    forget() {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
    },
  };
}

/** Ends early, without an error, when the signal does. */
function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const wake = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", wake);
      resolve();
    };
    const timer = setTimeout(wake, ms);
    signal.addEventListener("abort", wake, { once: true });
  });
}
