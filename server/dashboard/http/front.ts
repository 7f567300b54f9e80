import { randomUUID } from "node:crypto";
import { SpanKind } from "@opentelemetry/api";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { HEADERS } from "@/lib/contract/canonical";
import type { Logger } from "@/server/platform/log";
import type { ReadinessReport } from "@/server/platform/readiness";
import { withRequestId } from "@/server/platform/request-context";
import { inSpan } from "@/server/platform/tracing";
import { CLIENT_NETWORK_HEADER } from "../auth/caller";
import { clientNetwork } from "./client-network";
import { isCrossSite } from "./cross-site";
import { setSecurityHeaders } from "./security-headers";
import { isSignIn, type SignInGate } from "./sign-in-gate";
import type { StaticFiles } from "./static-files";
import { refuseSignIn, withRetryAfter } from "./too-many-sign-ins";

export type FrontOptions = {
  files: StaticFiles;
  /** What every other request is handed to: Next. */
  next: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  readiness: () => Promise<ReadinessReport>;
  publicUrl: URL | null;
  /** The header, in lower case, in which a proxy says who its client is; null without a proxy. */
  clientAddressHeader: string | null;
  signInGate: SignInGate;
  logger: Logger;
};

const FORM_LIMIT_BYTES = 64 * 1024;

/** What stands before Next: health, the files of the build, the cross-site guard, and headers that can be trusted behind it. */
export function createFront(options: FrontOptions): RequestListener {
  return (request, response) => {
    // Ours, so that no caller can choose what stands in the audit log.
    const requestId = randomUUID();
    request.headers[HEADERS.requestId] = requestId;
    void withRequestId(requestId, () => observed(options, request, response));
  };
}

async function observed(
  options: FrontOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { logger } = options;
  const method = request.method ?? "GET";
  const path = loggedPath(pathOf(request));
  const startedAt = performance.now();
  response.once("finish", () => {
    const ms = performance.now() - startedAt;
    logger.debug({ method, path, status: response.statusCode, ms }, "answered");
  });
  try {
    await inSpan(`dashboard ${method}`, {}, () => answer(options, request, response), SpanKind.SERVER);
  } catch (error) {
    logger.error({ err: error, path }, "a request failed");
    if (response.headersSent) response.destroy();
    else plain(response, 500, "Something went wrong on our side.");
  }
}

async function answer(
  options: FrontOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = pathOf(request);
  setSecurityHeaders(response, path);
  if (path === "/healthz") return json(response, 200, { status: "ok" });
  if (path === "/readyz") {
    const report = await options.readiness();
    return json(response, report.status === "ready" ? 200 : 503, report);
  }
  if (options.files(request, response)) return;
  if (!isDecodable(path)) return plain(response, 400, "This address is not written correctly.");
  const ownHost = options.publicUrl?.host ?? request.headers.host ?? "";
  // HTTP/1.0 need not name one; Next makes its own address of it, and would answer 500.
  if (ownHost === "") return plain(response, 400, "This request does not say which host it is for.");
  if (isCrossSite(request.method ?? "GET", request.headers, ownHost)) {
    return plain(response, 403, "This request did not come from the dashboard's own pages.");
  }
  if (isTooLargeForPage(path, request.headers["content-length"])) {
    return plain(
      response,
      413,
      "This form holds more than 64 KiB. Shorten what was typed and send it again.",
    );
  }
  const network = clientNetwork(request, options.clientAddressHeader);
  if (isSignIn(request.method ?? "GET", path)) {
    const seconds = options.signInGate.secondsToWait(network);
    if (seconds !== null) return refuseSignIn(request, response, seconds);
  }
  trustHeaders(request, ownHost, options.publicUrl?.protocol ?? "http:");
  request.headers[CLIENT_NETWORK_HEADER] = network;
  await withRetryAfter(response, () => options.next(request, response));
}

/** Next has the same bound (`next.config.mjs`) and answers 500 beyond it. Handlers under /api have bounds of their own. */
function isTooLargeForPage(path: string, contentLength: string | undefined): boolean {
  return !path.startsWith("/api/") && Number(contentLength ?? 0) > FORM_LIMIT_BYTES;
}

/**
 * next-auth and Next's own origin check believe the `x-forwarded` headers, which anybody can send: they are set to what is
 * known here.
 */
function trustHeaders(request: IncomingMessage, ownHost: string, protocol: string): void {
  for (const name of Object.keys(request.headers)) {
    if (name.startsWith("x-forwarded-")) delete request.headers[name];
  }
  request.headers["x-forwarded-host"] = ownHost;
  request.headers["x-forwarded-proto"] = protocol.replace(":", "");
}

/** An invitation's address is its secret: the log gets none. */
function loggedPath(path: string): string {
  return path.startsWith("/invitation/") ? "/invitation/…" : path;
}

function pathOf(request: IncomingMessage): string {
  return (request.url ?? "/").split("?", 1)[0] ?? "/";
}

function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json", "cache-control": "no-store" });
  response.end(JSON.stringify(body));
}

/** The body that was sent along is not read: the connection ends with the answer. */
function plain(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, {
    "content-type": "text/plain; charset=utf-8",
    "cache-control": "no-store",
    connection: "close",
  });
  response.end(`${text}\n`);
}

/** A stray `%` would make Next answer 500 for what is the caller's own slip. */
function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
