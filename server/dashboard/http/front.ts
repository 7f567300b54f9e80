import { randomUUID } from "node:crypto";
import { SpanKind } from "@opentelemetry/api";
import type { IncomingHttpHeaders, IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { ACCOUNT_HEADER } from "@/lib/accounts/address";
import { HEADERS } from "@/lib/contract/canonical";
import { limited, type Logger } from "@/server/platform/log";
import type { ReadinessReport } from "@/server/platform/readiness";
import { MAX_PARAMETERS } from "@/server/platform/query-parameters";
import { withRequestId } from "@/server/platform/request-context";
import { inSpan } from "@/server/platform/tracing";
import { CLIENT_NETWORK_HEADER } from "../auth/caller";
import type { DashboardMetrics } from "../monitoring/dashboard-metrics";
import { type ReadableBody, readArguments } from "./action-arguments";
import { RENDERED_PATH_HEADER, takeAccount } from "./account-address";
import { respondWithMetrics, type MetricsPage } from "./respond-with-metrics";
import { ANONYMOUS_RETRY_SECONDS, type AnonymousGate } from "./anonymous-gate";
import { bodyLimitOf, tooLargeText } from "./body-limit";
import { clientNetwork } from "./client-network";
import { differsByScheme, isCrossSite } from "./cross-site";
import { dropPreview } from "./drop-preview";
import { hasBody, bufferBody, isDeclaredLarger, withBody } from "./buffer-body";
import { needsOwnDocument } from "./own-document";
import { closeAfterResponse, refuse, type Refused } from "./refuse";
import { hasTooManyFields } from "./parameter-limit";
import { faultOfHead } from "./request-head";
import { methodLabel, routeLabel } from "./route-label";
import { setSecurityHeaders } from "./security-headers";
import { isSignIn, type SignInGate } from "./sign-in-gate";
import type { StaticFiles } from "./static-files";
import { refuseSignIn, withRetryAfter } from "./too-many-sign-ins";

export type FrontOptions = {
  files: StaticFiles;
  /** Handles every other request: Next. */
  next: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  readiness: () => Promise<ReadinessReport>;
  metrics: MetricsPage & Pick<DashboardMetrics, "requestAnswered">;
  publicUrl: URL | null;
  /** The header, in lower case, in which a proxy names its client; null without a proxy. */
  clientAddressHeader: string | null;
  signInGate: SignInGate;
  anonymousGate: AnonymousGate;
  /** Whether these headers have a session cookie of ours, by the scheme of the URL. */
  hasSession: (headers: IncomingHttpHeaders, isSecure: boolean) => Promise<boolean>;
  logger: Logger;
};

/**
 * The layer before Next: health, the files of the build, the cross-site guard, limits for requests, and headers that
 * can be trusted behind it.
 */
export function createFront(options: FrontOptions): RequestListener {
  return (request, response) => {
    // Generated here, so that no caller can choose what the audit log contains.
    const requestId = randomUUID();
    request.headers[HEADERS.requestId] = requestId;
    takeAccount(request, request.headers[FORWARDED_BY_US] === OUR_MARK);
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
  const account = request.headers[ACCOUNT_HEADER];
  const startedAt = performance.now();
  response.once("finish", () => {
    const ms = performance.now() - startedAt;
    const status = response.statusCode;
    logger.debug({ method, path, account, status, ms }, "answered");
    options.metrics.requestAnswered({
      endpoint: routeLabel(pathOf(request)),
      method: methodLabel(method),
      status,
      seconds: ms / 1000,
    });
  });
  try {
    await inSpan(`dashboard ${method}`, {}, () => respond(options, request, response), SpanKind.SERVER);
  } catch (error) {
    limited(logger).error({ err: error, path, account }, "a request failed");
    if (response.headersSent) response.destroy();
    else refuse(request, response, { status: 500, text: "Something went wrong on our side." });
  }
}

async function respond(
  options: FrontOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = pathOf(request);
  setSecurityHeaders(response, path, options.publicUrl?.protocol === "https:");
  closeAfterResponse(request, response);
  const fault = faultOfHead(request) ?? faultOfOrigin(request, ownAddress(request, options.publicUrl));
  if (fault !== null) return refuse(request, response, fault);
  const read = await readBody(request, path);
  switch (read.kind) {
    case "refused":
      return refuse(request, response, read);
    case "gone":
      return;
    case "read":
      return respondToRead(options, read.request, response);
  }
}

async function respondToRead(
  options: FrontOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = pathOf(request);
  if (path === "/healthz") return json(response, 200, { status: "ok" });
  if (path === "/readyz") {
    const report = await options.readiness();
    return json(response, report.status === "ready" ? 200 : 503, report);
  }
  if (path === "/metrics") return respondWithMetrics(options.metrics, request, response);
  if (options.files(request, response)) return;
  if (!isDecodable(path)) {
    return refuse(request, response, { status: 400, text: "This address is not written correctly." });
  }
  const decodedPath = decodeURIComponent(path);
  if (decodedPath.startsWith(PAGES_DATA)) {
    return refuse(request, response, { status: 404, text: "There is nothing at this address." });
  }
  if (needsOwnDocument(request, decodedPath)) {
    response.writeHead(204, { "cache-control": "no-store" });
    response.end();
    return;
  }
  const own = ownAddress(request, options.publicUrl);
  if (own === null) return refuse(request, response, NO_HOST);
  const forwardedFrom = networkOfForwarded(request);
  const network = forwardedFrom ?? clientNetwork(request, options.clientAddressHeader);
  if (isSignIn(request.method ?? "GET", decodedPath)) {
    const seconds = options.signInGate.secondsToWait(network);
    if (seconds !== null) return refuseSignIn(request, response, seconds);
  } else if (forwardedFrom === null && !(await options.hasSession(request.headers, isSecure(own)))) {
    // A request that Next forwards belongs to one that has entered.
    const entry = await options.anonymousGate.enter(network, response);
    if (entry === "gone") return;
    if (entry === "busy") return refuse(request, response, TOO_MANY);
  }
  if (forwardedFrom === null) dropPreview(request.headers);
  trustHeaders(request, own);
  request.headers[CLIENT_NETWORK_HEADER] = network;
  request.headers[FORWARDED_BY_US] = OUR_MARK;
  // The response to an action that Next posts again holds no page.
  if (request.headers[ACCOUNT_HEADER] !== undefined && (forwardedFrom === null || request.method !== "POST"))
    response.setHeader(RENDERED_PATH_HEADER, path);
  await withRetryAfter(response, () => options.next(request, response));
}

/**
 * Next sends an action that was posted to another page's path here again, to the path of its own page, with the same
 * headers. The mark is known to this process alone: such a request belongs to the network of its first sender.
 */
const FORWARDED_BY_US = "x-paydeck-forwarded";
const OUR_MARK = randomUUID();

function networkOfForwarded({ headers }: IncomingMessage): string | null {
  const network = headers[CLIENT_NETWORK_HEADER];
  return headers[FORWARDED_BY_US] === OUR_MARK && typeof network === "string" ? network : null;
}

/** A second URL of each page, of Next's older router. Nothing here uses it, and {@link isSignIn} does not cover it. */
const PAGES_DATA = "/_next/data/";

/** HTTP/1.0 need not name a host; Next builds its own URL from it, and would answer 500. */
const NO_HOST: Refused = { status: 400, text: "This request does not say which host it is for." };

const TOO_MANY: Refused = {
  status: 429,
  text: `Too many people are opening this page at once. Try again in ${ANONYMOUS_RETRY_SECONDS} s.`,
  retryAfterSeconds: ANONYMOUS_RETRY_SECONDS,
};

const isSecure = (own: URL): boolean => own.protocol === "https:";

/** The public URL of the dashboard; null where it is unknown. */
function ownAddress(request: IncomingMessage, publicUrl: URL | null): URL | null {
  const host = request.headers.host ?? "";
  return publicUrl ?? (host === "" ? null : new URL(`http://${host}`));
}

/** Mail programs post there for their reader; its token identifies the person (RFC 8058). */
const isUnsubscription = ({ method, url = "" }: IncomingMessage): boolean =>
  method === "POST" && url.startsWith("/api/unsubscribe/");

function faultOfOrigin(request: IncomingMessage, own: URL | null): Refused | null {
  if (own === null) return hasBody(request) ? NO_HOST : null;
  if (isUnsubscription(request)) return null;
  if (!isCrossSite(request.method ?? "GET", request.headers, own.origin)) return null;
  const advice = differsByScheme(request.headers, own.origin)
    ? ` It is served as ${own.origin}: where a proxy ends TLS, set NEXTAUTH_URL to the address that people use.`
    : "";
  return { status: 403, text: `This request did not come from the dashboard's own pages.${advice}` };
}

type ReadRequest =
  | { kind: "read"; request: IncomingMessage }
  | ({ kind: "refused" } & Refused)
  | { kind: "gone" };

/** The request with its whole body, within the limit of its path and, for a page, valid as an action's arguments. */
async function readBody(request: IncomingMessage, path: string): Promise<ReadRequest> {
  const limit = bodyLimitOf(path);
  if (limit.isStreamed && !isDeclaredLarger(request, limit.bytes)) return { kind: "read", request };
  const body = await bufferBody(request, limit.bytes);
  switch (body.kind) {
    case "too_large":
      return { kind: "refused", status: 413, text: tooLargeText(limit) };
    case "gone":
      return body;
    case "held": {
      const { method = "GET", headers } = request;
      if (hasTooManyFields(headers, body.bytes)) {
        return {
          kind: "refused",
          status: 400,
          text: `This form has more than ${MAX_PARAMETERS} fields.`,
        };
      }
      const asSent: ReadableBody = { bytes: body.bytes, contentType: null };
      const readable = path.startsWith("/api/")
        ? asSent
        : await readArguments({ method, headers }, body.bytes);
      if (readable === null) {
        return {
          kind: "refused",
          status: 400,
          text: "What was sent cannot be read. Reload the page and try again.",
        };
      }
      return { kind: "read", request: hasBody(request) ? withBody(request, readable) : request };
    }
  }
}

/**
 * next-auth and Next's own origin check trust the `x-forwarded` headers, which anyone can send: they are set to known
 * values here.
 */
function trustHeaders(request: IncomingMessage, own: URL): void {
  for (const name of Object.keys(request.headers)) {
    if (name.startsWith("x-forwarded-")) delete request.headers[name];
  }
  request.headers.host = own.host;
  request.headers["x-forwarded-host"] = own.host;
  request.headers["x-forwarded-proto"] = own.protocol.replace(":", "");
}

/** Addresses that end with a secret: it is not logged. */
const SECRET_PATHS = ["/invitation/", "/unsubscribe/", "/api/unsubscribe/"];

function loggedPath(path: string): string {
  const secret = SECRET_PATHS.find((one) => path.startsWith(one));
  return secret === undefined ? path : `${secret}…`;
}

function pathOf(request: IncomingMessage): string {
  return (request.url ?? "/").split("?", 1)[0] ?? "/";
}

function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json", "cache-control": "no-store" });
  response.end(JSON.stringify(body));
}

/** A stray `%` would make Next answer 500 for the caller's own error. */
function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
