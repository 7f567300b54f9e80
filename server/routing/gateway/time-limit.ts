import { GatewayUnavailable } from "./port";

/** How long one call to a vendor may take, unless configured otherwise. */
export const DEFAULT_TIME_LIMIT_MS = 10_000;

/**
 * Ends the wait for a gateway after `limitMs`, whatever its SDK thinks: their own limits count the silence between two
 * packets, so an answer that trickles would hold a worker for as long as it likes. What happened is then unknown, and what
 * the call answers afterwards is dropped.
 */
export async function withinTimeLimit<T>(gateway: string, limitMs: number, call: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new GatewayUnavailable(`${gateway} did not answer within ${limitMs} ms`)),
      limitMs,
    );
  });
  try {
    return await Promise.race([call, limit]);
  } finally {
    clearTimeout(timer);
  }
}
