/**
 * Runs work that must end in time, and earlier when `outer` aborts. It uses a plain timer: on Node 20 the signals of
 * AbortSignal.timeout and AbortSignal.any can be collected before they fire, and the work would never end.
 */
export async function withDeadline<T>(
  timeoutMs: number,
  work: (signal: AbortSignal) => Promise<T>,
  outer?: AbortSignal,
): Promise<T> {
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  const timer = setTimeout(abort, timeoutMs);
  outer?.addEventListener("abort", abort, { once: true });
  try {
    return await work(controller.signal);
  } finally {
    clearTimeout(timer);
    outer?.removeEventListener("abort", abort);
  }
}
