import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { z } from "zod";
import { HEADERS } from "@/lib/contract/canonical";
import { OPS, type OpsInput, type OpsName } from "@/lib/contract/ops";
import { mayOperate } from "@/lib/keys/allowed-calls";
import { findKeyOwner, type KeyOwner } from "../../usecases/keys/authenticate";
import { opsSignatureMatches } from "../../usecases/keys/signatures";
import { useSignature } from "../../usecases/keys/use-signature";
import { type HttpResponse, UNAUTHENTICATED } from "../response";
import { parseJsonObject } from "../json-body";
import { markAuthenticated } from "../authenticated-requests";
import { keyWithoutAccess } from "../key-without-access";
import type { EndpointContext } from "../specified-endpoint";
import { respondUnauthenticated } from "../unauthenticated";
import { type OpsHandler, refuseOps, refuseOpsFields } from "./handler";
import { HANDLERS } from "./handlers";
import { readInput } from "./read-input";
import { RETURNS_SECRET } from "./returns-secret";
import { createFairQueue, type FairQueue } from "./fair-queue";

/**
 * Operations that may read a merchant's whole history or compute for seconds: only a few run at a time. A rate limit
 * alone is not enough: sixty counts of a year at once used every connection of the process, and all others got a 503.
 */
const COSTLY: ReadonlySet<OpsName> = new Set([
  "payments.search",
  "payments.counts",
  "payments.declines",
  "payments.success_rates",
  "payments.kinds",
  "refunds.search",
  "reversals.search",
  "reconciliation.findings",
  "reconciliation.repair",
  "reconciliation.runs",
  "rules.replay",
  "gateways.list",
  "gateways.add_account",
  "gateways.save_account",
  "gateways.update_account",
  "gateways.use_account",
  "webhooks.deliveries",
  "webhooks.replay_range",
]);
/** The total is far below the process's number of connections, so that payments always get one. */
const COSTLY_LIMITS = { ofMerchant: 3, inAll: 9, waiting: 12 };

const USED: HttpResponse = {
  status: 401,
  body: { detail: "This signed request was sent before, and tells its secret once. Sign a new one." },
};

/** The operations extension (decision 0040): separate from the specified endpoints, with its own signature. */
export function registerOps(app: FastifyInstance, context: EndpointContext): void {
  const scope = { ...context, turns: createFairQueue(COSTLY_LIMITS) };
  for (const name of Object.keys(OPS) as OpsName[]) registerOperation(app, scope, name);
}

type OpsContext = EndpointContext & { turns: FairQueue };

function registerOperation<N extends OpsName>(app: FastifyInstance, context: OpsContext, name: N): void {
  const handler: OpsHandler<N> = HANDLERS[name];
  app.route({
    method: OPS[name].method,
    url: OPS[name].path,
    handler: async (request, reply): Promise<FastifyReply> => {
      const response = await respondToOperation(context, name, handler, request);
      return reply
        .code(response.status)
        .headers(response.headers ?? {})
        .send(response.body);
    },
  });
}

async function respondToOperation<N extends OpsName>(
  context: OpsContext,
  name: N,
  handler: OpsHandler<N>,
  request: FastifyRequest,
): Promise<HttpResponse> {
  const rawBody = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  const authenticated = await authenticate(context, request, rawBody);
  if ("status" in authenticated) return authenticated;

  const { merchantId, apiKey, keyId, access } = authenticated;
  // Access is checked before any handler, so that a new operation cannot forget it (decision 0315).
  if (!mayOperate(access, name)) return { status: 403, body: { detail: keyWithoutAccess(access, name) } };

  const input = readBody(name, rawBody);
  if ("status" in input) return input;
  const caller = { merchantId, apiKey, keyId, access };
  if (RETURNS_SECRET.has(name)) {
    const signature = headerText(request, HEADERS.opsSignature) ?? "";
    if (!(await useSignature(context.deps, caller.merchantId, signature))) return USED;
  }
  const work = (): Promise<HttpResponse> => handler(context.deps, caller, input.value);
  if (!COSTLY.has(name)) return work();
  return context.turns.run(caller.merchantId, work) ?? tooMany("Too many such requests at once.", 1);
}

function tooMany(what: string, waitSeconds: number): HttpResponse {
  return {
    status: 429,
    body: { detail: `${what} Try again later.` },
    headers: { "retry-after": String(waitSeconds) },
  };
}

const tooManyRequests = (waitSeconds: number): HttpResponse => tooMany("Too many requests.", waitSeconds);
const INVALID_SIGNATURE: HttpResponse = { status: 401, body: { detail: "Invalid ops signature." } };

/** The sender, or the refusal for a wrong key, a wrong signature or the rate limit. */
async function authenticate(
  { deps, limiter, keyUsage }: EndpointContext,
  request: FastifyRequest,
  rawBody: Buffer,
): Promise<KeyOwner | HttpResponse> {
  const unauthenticated = (apiKey: string | null, refusal: HttpResponse): HttpResponse =>
    respondUnauthenticated(limiter, request, { apiKey, refusal, tooMany: tooManyRequests });
  const owner = await findKeyOwner(deps, headerText(request, HEADERS.apiKey));
  if (owner === null) return unauthenticated(null, UNAUTHENTICATED);
  const isSigned = opsSignatureMatches(
    owner,
    {
      method: request.method,
      path: request.url,
      rawBody,
      timestamp: headerText(request, HEADERS.opsTimestamp),
      signature: headerText(request, HEADERS.opsSignature),
    },
    deps.ownClock.now(),
  );
  if (!isSigned) return unauthenticated(owner.apiKey, INVALID_SIGNATURE);
  markAuthenticated(request);
  keyUsage.note(owner.apiKey);
  const waitSeconds = limiter.takeAuthenticated(owner);
  return waitSeconds > 0 ? tooManyRequests(waitSeconds) : owner;
}

/** The table types input and handler by the operation's name; the compiler cannot follow that through a variable. */
function readBody<N extends OpsName>(name: N, rawBody: Buffer): { value: OpsInput<N> } | HttpResponse {
  const schema = OPS[name].request as z.ZodType<OpsInput<N>> | null;
  if (schema === null) return { value: {} as OpsInput<N> };
  const body = parseJsonObject(rawBody);
  if (!body.ok) return refuseOps(400, body.error);
  const input = readInput(schema, body.value);
  return input.ok ? { value: input.value } : refuseOpsFields(input.error);
}

function headerText(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value.join(", ") : value;
}
