import { pageAddress } from "./page-address";

/** The session ended while the page was open (401). */
export class SignedOutError extends Error {
  override name = "SignedOutError";
}

/** The dashboard itself gave no usable response. It says nothing about payments or refunds. */
export class DashboardError extends Error {
  override name = "DashboardError";
  constructor(readonly status: number | null) {
    super(
      status === null ? "The dashboard could not be reached." : `The dashboard answered ${String(status)}.`,
    );
  }
}

const TIMEOUT_MS = 30_000;

/**
 * Fetches a view from one of the dashboard's own route handlers, of the account of the page that is shown. The types are shared: data is parsed once, at the
 * server's edge, and not again here. Throws `SignedOutError` or `DashboardError`.
 */
export async function fetchView<View>(
  path: string,
  signal: AbortSignal,
  method: "GET" | "POST" = "GET",
): Promise<View> {
  const response = await answerOf(path, signal, method);
  if (response.status === 401) throw new SignedOutError();
  if (!response.ok) throw new DashboardError(response.status);
  try {
    return (await response.json()) as View;
  } catch {
    throw new DashboardError(response.status);
  }
}

async function answerOf(path: string, signal: AbortSignal, method: "GET" | "POST"): Promise<Response> {
  try {
    return await fetch(pageAddress(path), {
      method,
      headers: { accept: "application/json" },
      cache: "no-store",
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
  } catch (error) {
    if (signal.aborted) throw error;
    throw new DashboardError(null);
  }
}
