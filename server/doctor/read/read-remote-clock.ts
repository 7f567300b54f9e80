const LIMIT_MS = 5_000;

/**
 * How far the clock of the process at `url` is ahead of this machine's, in milliseconds, by the `Date` of its response; null
 * without one. Exact to a second.
 */
export async function readRemoteClock(url: URL, now: () => number): Promise<number | null> {
  const sentAt = now();
  const response = await fetch(url, { redirect: "manual", signal: AbortSignal.timeout(LIMIT_MS) }).catch(
    () => null,
  );
  if (response === null) return null;
  const receivedAt = now();
  await response.body?.cancel();
  const date = Date.parse(response.headers.get("date") ?? "");
  // The header is cut to its second: on average it is half a second behind.
  return Number.isNaN(date) ? null : date + 500 - (sentAt + receivedAt) / 2;
}
