import { GatewayUnavailable } from "./port";

/** The default timeout of one call to a vendor. */
export const DEFAULT_TIME_LIMIT_MS = 10_000;

/**
 * Stops waiting for a gateway after `limitMs`, whatever timeout its SDK has: SDK timeouts measure the silence between
 * two packets, so a trickling response could hold a worker without limit. The outcome is then unknown, and a later
 * response is dropped.
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
