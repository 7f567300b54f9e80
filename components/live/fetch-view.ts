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
  const response = await responseOf(path, signal, { method });
  if (response.status === 401) throw new SignedOutError();
  if (!response.ok) throw new DashboardError(response.status);
  return viewOf<View>(response);
}

/** One request of lookups at a slow service; nothing waits for it but the person. */
const PATIENCE_MS = 120_000;

/**
 * Fetches a read that somebody asks for, and whose refusals are outcomes. A `body` is sent by POST. It is no server
 * action: those wait for each other in the browser, and a slow read would hold back a refund.
 */
export async function fetchOutcome<Outcome extends { kind: string }>(
  path: string,
  signal: AbortSignal,
  body?: string,
): Promise<Outcome | { kind: "signed_out" } | { kind: "forbidden" }> {
  const init = body === undefined ? { method: "GET" } : { method: "POST", body };
  const response = await responseOf(path, signal, init, PATIENCE_MS);
  if (response.status === 401) return { kind: "signed_out" };
  if (response.status === 403) return { kind: "forbidden" };
  if (!response.ok) throw new DashboardError(response.status);
  return viewOf<Outcome>(response);
}

async function viewOf<View>(response: Response): Promise<View> {
  try {
    return (await response.json()) as View;
  } catch {
    throw new DashboardError(response.status);
  }
}

async function responseOf(
  path: string,
  signal: AbortSignal,
  init: Pick<RequestInit, "method" | "body">,
  timeoutMs = TIMEOUT_MS,
): Promise<Response> {
  try {
    return await fetch(pageAddress(path), {
      ...init,
      headers: { accept: "application/json" },
      cache: "no-store",
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    });
  } catch (error) {
    if (signal.aborted) throw error;
    throw new DashboardError(null);
  }
}
