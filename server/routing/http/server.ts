import { commandsHere } from "@/server/platform/commands-here";
import { randomUUID } from "node:crypto";
import fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from "fastify";
import { HEADERS } from "@/lib/contract/canonical";
import { ENDPOINTS, type ErrorShape } from "@/lib/contract/endpoints";
import { OPS } from "@/lib/contract/ops";
import type { AddressRange } from "@/server/platform/address-range";
import { limited, type Logger } from "@/server/platform/log";
import { isDatabaseOutage } from "@/server/platform/pool";
import { hasTooManyParameters, MAX_PARAMETERS } from "@/server/platform/query-parameters";
import type { ReadinessReport } from "@/server/platform/readiness";
import { refuseBadRequest } from "@/server/platform/refuse-bad-request";
import { UnreadableSecretError } from "../domain/keys/unreadable-secret";
import { refusalBody } from "./response";
import { registerCheckout } from "./checkout/routes";
import { registerGatewayNotifications } from "./gateway-notifications";
import { registerHealth } from "./health";
import { initiatePayment } from "./initiate-payment";
import { DOCUMENT_PATHS, registerDocument } from "./openapi/routes";
import { registerOps } from "./ops/routes";
import { type MetricsOptions, registerMetrics } from "./metrics";
import { observeRequests } from "./observe";
import { refundInitiate } from "./refund-initiate";
import { refundStatus } from "./refund-status";
import { isTrustedProxy } from "./source";
import { type EndpointContext, registerEndpoint } from "./specified-endpoint";
import { transactionCancel } from "./transaction-cancel";
import { transactionStatus } from "./transaction-status";

/** Larger bodies are refused before they are read (decision 0026). */
const MAX_BODY_BYTES = 64 * 1024;
/** Node's own limits of 60 s and 300 s let a slow sender hold a connection for too long (failure 18). */
const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 15_000;
const KEEP_ALIVE_TIMEOUT_MS = 65_000;
const CHECK_CONNECTIONS_EVERY_MS = 1_000;

/** Browsers use the content type that a response names and guess no other. */
const NO_SNIFFING = { "x-content-type-options": "nosniff" } as const;

/** The rules of an address that apply before its request is read. */
type AddressRule = { methods: readonly string[]; shape: ErrorShape | null; contentType: string | null };

/** The HTTP server of the service: every address, and the checks before all of them (decision 0026). */
export function createServer(
  context: EndpointContext &
    MetricsOptions & {
      readiness: () => Promise<ReadinessReport>;
      trustedProxies: readonly AddressRange[];
      isDraining: () => boolean;
    },
): FastifyInstance {
  const loggerInstance: FastifyBaseLogger = context.deps.logger;
  const app: FastifyInstance = fastify({
    loggerInstance,
    // A line has the id of its request from the logger (`log.ts`), which writes it once.
    childLoggerFactory: (logger) => logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: MAX_BODY_BYTES,
    trustProxy: (address) => isTrustedProxy(address, context.trustedProxies),
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    http: { headersTimeout: HEADERS_TIMEOUT_MS, connectionsCheckingInterval: CHECK_CONNECTIONS_EVERY_MS },
    genReqId: (request) => requestIdOf(request.headers[HEADERS.requestId]),
    routerOptions: { maxParamLength: 200 },
    // An address that cannot be parsed is an unknown one (decision 0026).
    frameworkErrors: (_error, _request, { raw }) => {
      raw.writeHead(404, {
        "content-type": "application/json; charset=utf-8",
        "cache-control": "no-store",
        ...NO_SNIFFING,
      });
      raw.end(JSON.stringify(refusalBody(null, "Not found.")));
    },
    clientErrorHandler(error, socket) {
      const isTimeout = error.code === "ERR_HTTP_REQUEST_TIMEOUT";
      const status = isTimeout ? "408 Request Timeout" : "400 Bad Request";
      const body = JSON.stringify({
        detail: isTimeout ? "The request took too long." : "Malformed HTTP request.",
      });
      refuseBadRequest(socket, { status, contentType: "application/json", body });
    },
  });

  observeRequests(app, context.deps);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));

  app.addHook("onRequest", async (request, reply) => {
    reply.header("x-request-id", request.id);
    reply.headers(NO_SNIFFING);
    reply.header("cache-control", "no-store");
    return checkHead(request, reply) ?? checkAddress(request, reply);
  });
  closeConnectionsWhileStopping(app, context.isDraining);
  const often = limited(context.deps.logger);
  app.setErrorHandler((error: FastifyError, request, reply) => respondToError(often, error, request, reply));

  registerEndpoint(app, context, "initiate_payment", initiatePayment);
  registerEndpoint(app, context, "transaction_status", transactionStatus);
  registerEndpoint(app, context, "transaction_cancel", transactionCancel);
  registerEndpoint(app, context, "refund_initiate", refundInitiate);
  registerEndpoint(app, context, "refund_status", refundStatus);
  registerOps(app, context);
  registerDocument(app, context.deps.publicUrl);
  registerCheckout(app, context.deps);
  registerGatewayNotifications(app, context);
  registerHealth(app, context.readiness);
  registerMetrics(app, context);
  return app;
}

/** A client must not keep a connection alive that the service is about to close. */
function closeConnectionsWhileStopping(app: FastifyInstance, isDraining: () => boolean): void {
  let isStopping = false;
  app.addHook("preClose", (done) => {
    isStopping = true;
    done();
  });
  app.addHook("onSend", (_request, reply, payload, done) => {
    if (isStopping || isDraining()) reply.header("connection", "close");
    done(null, payload);
  });
}

const ADDRESSES: ReadonlyMap<string, AddressRule> = new Map([
  ...Object.values(ENDPOINTS).flatMap(({ path, errorShape }): [string, AddressRule][] => {
    const rule: AddressRule = { methods: ["POST"], shape: errorShape, contentType: "application/json" };
    const bare = path.replace(/\/$/, "");
    return [
      [bare, rule],
      [`${bare}/`, rule],
    ];
  }),
  ...Object.values(OPS).map(({ method, path }): [string, AddressRule] => [
    path,
    { methods: [method], shape: null, contentType: method === "POST" ? "application/json" : null },
  ]),
  ...DOCUMENT_PATHS.map((path): [string, AddressRule] => [
    path,
    { methods: ["GET", "HEAD"], shape: null, contentType: null },
  ]),
]);

function addressOf(request: FastifyRequest): AddressRule | undefined {
  return ADDRESSES.get(request.url.split("?", 1)[0] ?? "");
}

/**
 * The target must be a path, with one `Host`: an absolute target names another host than the one connected to, and of
 * two `Host` headers a proxy may use the other one.
 */
function checkHead({ raw }: FastifyRequest, reply: FastifyReply): FastifyReply | undefined {
  if (raw.url?.startsWith("/") !== true) {
    return reply
      .code(400)
      .send(refusalBody(null, "The request target must be a path that begins with a slash."));
  }
  if (hasTooManyParameters(raw.url)) {
    return reply
      .code(400)
      .send(refusalBody(null, `The request target has more than ${MAX_PARAMETERS} parameters.`));
  }
  if (raw.url.startsWith("//")) {
    return reply.code(404).send(refusalBody(null, "Not found: the path begins with two slashes."));
  }
  if (hostHeaders(raw.rawHeaders).length > 1) {
    return reply.code(400).send(refusalBody(null, "The request has more than one Host header."));
  }
  return undefined;
}

/** Checks method and content type before the body is read (decision 0026); an unknown address is 404. */
async function checkAddress(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
  const rule = addressOf(request);
  if (rule === undefined) {
    // The router decodes before it compares; an address must match exactly as written (decision 0026).
    const isSpecified = ADDRESSES.has(request.routeOptions.url ?? "");
    return request.is404 || isSpecified ? reply.code(404).send(refusalBody(null, "Not found.")) : undefined;
  }
  if (!rule.methods.includes(request.method)) {
    reply.header("allow", rule.methods.join(", "));
    return reply.code(405).send(refusalBody(rule.shape, "Method not allowed."));
  }
  const encoding = request.headers["content-encoding"];
  if (rule.contentType !== null && encoding !== undefined && encoding !== "identity") {
    const text = `Content-Encoding ${encoding} is not supported: send the body uncompressed.`;
    return reply.code(415).send(refusalBody(rule.shape, text));
  }
  if (rule.contentType !== null && !isContentType(request, rule.contentType)) {
    return reply.code(415).send(refusalBody(rule.shape, `Content-Type must be ${rule.contentType}.`));
  }
  return undefined;
}

/** The media type in any case, in UTF-8 if a charset is named. */
function isContentType(request: FastifyRequest, expected: string): boolean {
  const [type = "", ...parameters] = (request.headers["content-type"] ?? "").split(";");
  const charset = parameters
    .map((parameter) => parameter.trim().toLowerCase())
    .find((parameter) => parameter.startsWith("charset="));
  const isUtf8 = charset === undefined || /^charset="?utf-?8"?$/.test(charset);
  return type.trim().toLowerCase() === expected && isUtf8;
}

/** An operator has to act first. */
const UNREADABLE_RETRY_SECONDS = "60";

function respondToError(
  log: Logger,
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const shape = addressOf(request)?.shape ?? null;
  if (error.statusCode === 413) {
    return reply
      .code(413)
      .send(refusalBody(shape, `The request body is larger than ${request.routeOptions.bodyLimit} bytes.`));
  }
  if (error.statusCode !== undefined && error.statusCode < 500) {
    return reply.code(error.statusCode).send(refusalBody(shape, "The request could not be read."));
  }
  const requestId = request.id;
  if (isDatabaseOutage(error)) {
    log.error({ requestId, err: error }, "the database is unavailable");
    const body = refusalBody(shape, "The service is temporarily unavailable. Try again.");
    return reply
      .code(503)
      .header("retry-after", "1")
      .send({ ...body, request_id: requestId });
  }
  if (error instanceof UnreadableSecretError) {
    log.error({ requestId, err: error }, commandsHere("the salt of a key does not open: npm run doctor"));
    const body = refusalBody(shape, "The signature cannot be checked at the moment. Nothing was done.");
    return reply
      .code(503)
      .header("retry-after", UNREADABLE_RETRY_SECONDS)
      .send({ ...body, request_id: requestId });
  }
  log.error({ requestId, err: error }, "a request failed");
  return reply.code(500).send({ ...refusalBody(shape, "Internal error."), request_id: requestId });
}

/** The caller's own request id, if it is safe to log. */
function requestIdOf(sent: string | string[] | undefined): string {
  return typeof sent === "string" && /^[A-Za-z0-9._-]{1,64}$/.test(sent) ? sent : randomUUID();
}

/** Every `Host` header of a request, from Node's raw headers: `headers.host` contains only the first. */
function hostHeaders(rawHeaders: readonly string[]): string[] {
  return rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === "host");
}
