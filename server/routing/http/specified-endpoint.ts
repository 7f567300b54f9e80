import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { HEADERS } from "@/lib/contract/canonical";
import { ENDPOINTS, type EndpointName } from "@/lib/contract/endpoints";
import { endpointsOf } from "@/lib/keys/allowed-calls";
import { findKeyOwner } from "../usecases/keys/authenticate";
import { hashMatches } from "../usecases/keys/signatures";
import type { Deps } from "../usecases/deps";
import type { KeyUsage } from "../usecases/keys/key-usage";
import { type Remember, rememberNothing, runIdempotently } from "../usecases/idempotency";
import { type HttpResponse, refuse, refuseFields, UNAUTHENTICATED } from "./response";
import { readHashedFields } from "./fields";
import { type JsonObject, parseJsonObject } from "./json-body";
import { markAuthenticated } from "./authenticated-requests";
import { keyWithoutAccess } from "./key-without-access";
import type { RateLimiter } from "./rate-limit";
import { respondUnauthenticated } from "./unauthenticated";

/** An authenticated request. */
export type AuthenticatedRequest = {
  merchantId: number;
  body: JsonObject;
  /** The exact text of a hashed field. */
  hashed(field: string): string;
  /** Whether it has an `Idempotency-Key`, so that its sender expects to be able to retry (decision 0005). */
  isRepeatable: boolean;
  /** Runs a command, under the request's `Idempotency-Key` if it has one (decision 0005), and presents its outcome. */
  perform<T>(
    present: (outcome: T) => HttpResponse,
    action: (remember: Remember<T>) => Promise<T>,
  ): Promise<HttpResponse>;
};

/** What endpoints need beside the use cases: rate limits, and the record of each key's last use. */
export type EndpointContext = { deps: Deps; limiter: RateLimiter; keyUsage: KeyUsage };

export type Handler = (deps: Deps, request: AuthenticatedRequest) => Promise<HttpResponse>;

const MAX_KEY_LENGTH = 255;

/**
 * Registers one of the five endpoints under both forms of its path (decision 0026), after the checks in their order
 * (decision 0026).
 */
export function registerEndpoint(
  app: FastifyInstance,
  context: EndpointContext,
  name: EndpointName,
  handler: Handler,
): void {
  const respondToRequest = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const response = await prove(context, name, request, handler);
    return reply
      .code(response.status)
      .headers(response.headers ?? {})
      .send(response.body);
  };
  const path = ENDPOINTS[name].path.replace(/\/$/, "");
  app.post(path, respondToRequest);
  app.post(`${path}/`, respondToRequest);
}

async function prove(
  { deps, limiter, keyUsage }: EndpointContext,
  name: EndpointName,
  request: FastifyRequest,
  handler: Handler,
): Promise<HttpResponse> {
  const rawBody = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  const body = parseJsonObject(rawBody);
  if (!body.ok) return refuse(name, 400, body.error);

  const tooMany = (waitSeconds: number): HttpResponse => ({
    ...refuse(name, 429, "Too many requests. Try again later."),
    headers: { "retry-after": String(waitSeconds) },
  });
  const unauthenticated = (apiKey: string | null, refusal: HttpResponse): HttpResponse =>
    respondUnauthenticated(limiter, request, { apiKey, refusal, tooMany });

  const owner = await findKeyOwner(deps, headerText(request, HEADERS.apiKey));
  if (owner === null) return unauthenticated(null, UNAUTHENTICATED);

  const fields: readonly string[] = ENDPOINTS[name].hashed;
  const hashed = readHashedFields(body.value, fields);
  if (!hashed.ok) return unauthenticated(owner.apiKey, refuseFields(name, hashed.error));
  const values = hashed.value;
  const textOf = (field: string): string => {
    const text = values[field];
    if (text === undefined) throw new Error(`${field} is not hashed on ${name}`);
    return text;
  };
  const isAuthenticated = hashMatches(owner, fields.map(textOf), headerText(request, HEADERS.hash));
  if (!isAuthenticated) return unauthenticated(owner.apiKey, UNAUTHENTICATED);
  markAuthenticated(request);
  keyUsage.note(owner.apiKey);
  const waitSeconds = limiter.takeAuthenticated(owner);
  if (waitSeconds > 0) return tooMany(waitSeconds);
  // Access is checked before the idempotency key: a key that cannot refund does not learn the response to another key's
  // refund (decision 0315).
  if (!endpointsOf(owner.access).includes(name))
    return refuse(name, 403, keyWithoutAccess(owner.access, name));

  const key = headerText(request, HEADERS.idempotencyKey);
  return handler(deps, {
    merchantId: owner.merchantId,
    body: body.value,
    hashed: textOf,
    isRepeatable: key !== undefined,
    perform: (present, action) =>
      performOnce(deps, name, { merchantId: owner.merchantId, rawBody, key }, present, action),
  });
}

/** Runs a command once per `Idempotency-Key`; without the header, always runs it. */
async function performOnce<T>(
  deps: Deps,
  name: EndpointName,
  request: { merchantId: number; rawBody: Buffer; key: string | undefined },
  present: (outcome: T) => HttpResponse,
  action: (remember: Remember<T>) => Promise<T>,
): Promise<HttpResponse> {
  const { merchantId, rawBody, key } = request;
  if (key === undefined) return present(await action(rememberNothing));
  if (key === "" || key.length > MAX_KEY_LENGTH) {
    return refuse(name, 400, `Idempotency-Key must be 1 to ${MAX_KEY_LENGTH} characters.`);
  }
  const toStored = (outcome: T): { status: number; body: string } => {
    const response = present(outcome);
    return { status: response.status, body: JSON.stringify(response.body) };
  };
  const outcome = await runIdempotently(deps, { merchantId, endpoint: name, key, rawBody }, toStored, action);
  switch (outcome.kind) {
    case "answer": {
      const { status, body } = outcome.response;
      return {
        status,
        body: JSON.parse(body) as object,
        ...(outcome.replayed ? { headers: { "idempotency-replayed": "true" } } : {}),
      };
    }
    case "in_flight":
      return refuse(name, 409, "A request with this Idempotency-Key is still in progress.");
    case "other_body":
      return refuse(name, 422, "This Idempotency-Key was used with another request body.");
  }
}

function headerText(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value.join(", ") : value;
}
