import { DashboardError } from "./fetch-view";
import { pageAddress } from "./page-address";

const TIMEOUT_MS = 60_000;

/**
 * Asks one of the dashboard's own route handlers whose input belongs into no address. Unlike a server action it waits for no
 * other one, and holds none back. A session that has ended and a role that may not are outcomes; throws `DashboardError` for
 * anything else, and what `signal` aborts with.
 */
export async function askDashboard<Outcome>(
  path: string,
  input: unknown,
  signal: AbortSignal = new AbortController().signal,
): Promise<Outcome | { kind: "signed_out" } | { kind: "forbidden" }> {
  let response: Response;
  try {
    response = await fetch(pageAddress(path), {
      method: "POST",
      headers: { accept: "application/json", "content-type": "application/json" },
      body: JSON.stringify(input),
      cache: "no-store",
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
  } catch (error) {
    if (signal.aborted) throw error;
    throw new DashboardError(null);
  }
  if (response.status === 401) return { kind: "signed_out" };
  if (response.status === 403) return { kind: "forbidden" };
  if (!response.ok) throw new DashboardError(response.status);
  try {
    return (await response.json()) as Outcome;
  } catch {
    throw new DashboardError(response.status);
  }
}

/** For `catch`: the dashboard gave no usable response. Nothing was changed, so asking again is safe. */
export function asLost(error: unknown): { kind: "lost" } {
  if (error instanceof DashboardError) return { kind: "lost" };
  throw error;
}
