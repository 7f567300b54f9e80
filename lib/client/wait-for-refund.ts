import type { RefundRecord } from "../contract/responses";
import type { Called, Refusal } from "./call-result";
import type { CallOptions } from "./call";

export type WaitOptions = {
  /** Ends the waiting, including a fetch in progress. */
  signal?: AbortSignal;
  /** Limits the whole wait; default 10 minutes, at most a day. */
  limitMs?: number;
  /** The first poll interval; default 1 s. */
  firstDelayMs?: number;
  /** The longest poll interval; default 30 s. */
  maxDelayMs?: number;
};

export type RefundWait =
  /** `refund_completed_at` is set: SUCCESS or FAILURE, both final (specification 3.2). */
  | { kind: "completed"; refund: RefundRecord }
  /** The service does not report this refund, or not with this key; more polling is useless. */
  | { kind: "refused"; refusal: Refusal; requestId: string }
  /** Still pending when the waiting ended. `refund` is its last known state; null if it was never read. */
  | { kind: "open"; because: "limit" | "aborted"; refund: RefundRecord | null };

type FetchRefund = (refundId: string, options: CallOptions) => Promise<Called<RefundRecord>>;

const DEFAULT_LIMIT_MS = 10 * 60_000;
const MAX_LIMIT_MS = 24 * 60 * 60_000;
const DEFAULT_FIRST_DELAY_MS = 1_000;
const DEFAULT_MAX_DELAY_MS = 30_000;
const GROWTH = 1.6;

/**
 * Polls a refund until its status is final (failure 26). A poll changes nothing, so after a lost or busy response it
 * polls again, no sooner than `Retry-After`.
 */
export async function waitForRefund(
  fetchRefund: FetchRefund,
  refundId: string,
  options: WaitOptions,
): Promise<RefundWait> {
  const ending = endingOf(options);
  let refund: RefundRecord | null = null;
  try {
    for (let polls = 0; !ending.signal.aborted; polls += 1) {
      const response = await fetchRefund(refundId, { signal: ending.signal });
      if (response.kind === "answered") {
        refund = response.value;
        if (refund.refund_completed_at !== null) return { kind: "completed", refund };
      }
      if (response.kind === "refused" && response.refusal.kind !== "busy") {
        return { kind: "refused", refusal: response.refusal, requestId: response.requestId };
      }
      const busy = response.kind === "refused" && response.refusal.kind === "busy" ? response.refusal : null;
      const retryAfterMs = (busy?.retryAfterSeconds ?? 0) * 1_000;
      await sleep(Math.max(delayMs(polls, options), retryAfterMs), ending.signal);
    }
    return { kind: "open", because: options.signal?.aborted === true ? "aborted" : "limit", refund };
  } finally {
    ending.forget();
  }
}

/** The poll interval: grows to the longest, with 20 % jitter so that many waits do not synchronize. */
export function delayMs(polls: number, options: WaitOptions, random: () => number = Math.random): number {
  const { firstDelayMs = DEFAULT_FIRST_DELAY_MS, maxDelayMs = DEFAULT_MAX_DELAY_MS } = options;
  const grown = Math.min(firstDelayMs * GROWTH ** Math.min(polls, 100), maxDelayMs);
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

/** Resolves early, without an error, when the signal aborts. */
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
