import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { HEADERS } from "@/lib/contract/canonical";
import { OPS_ENDPOINTS, type OpsEndpointName } from "@/lib/contract/endpoints";
import { findKeyOwner, opsSignatureMatches } from "../../usecases/authenticate";
import type { Deps } from "../../usecases/deps";
import { type Answer, UNAUTHENTICATED } from "../answer";
import { parseJsonObject } from "../json-body";
import type { RateLimiter } from "../rate-limit";
import { capabilities } from "./capabilities";
import { type OpsHandler, refuseOps } from "./handler";
import { refundBalance } from "./refund-balance";
import { refundSearch } from "./refund-search";

const HANDLERS: Record<OpsEndpointName, OpsHandler> = {
  capabilities,
  refund_balance: refundBalance,
  refund_search: refundSearch,
};

/** The operations extension (design, section 4): apart from the specified surface, with a signature of its own. */
export function registerOps(app: FastifyInstance, context: { deps: Deps; limiter: RateLimiter }): void {
  for (const name of Object.keys(HANDLERS) as OpsEndpointName[]) {
    const { method, path } = OPS_ENDPOINTS[name];
    app.route({
      method,
      url: path,
      handler: async (request, reply): Promise<FastifyReply> => {
        const answer = await prove(context, request, HANDLERS[name]);
        return reply
          .code(answer.status)
          .headers(answer.headers ?? {})
          .send(answer.body);
      },
    });
  }
}

async function prove(
  { deps, limiter }: { deps: Deps; limiter: RateLimiter },
  request: FastifyRequest,
  handler: OpsHandler,
): Promise<Answer> {
  const rawBody = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  const owner = await findKeyOwner(deps, headerText(request, HEADERS.apiKey));
  if (owner === null) return UNAUTHENTICATED;
  const waitSeconds = limiter.take(owner.apiKey);
  if (waitSeconds > 0) {
    return {
      ...refuseOps(429, "Too many requests. Try again later."),
      headers: { "retry-after": String(waitSeconds) },
    };
  }
  const isSigned = opsSignatureMatches(
    owner,
    {
      method: request.method,
      path: request.url,
      rawBody,
      timestamp: headerText(request, HEADERS.opsTimestamp),
      signature: headerText(request, HEADERS.opsSignature),
    },
    deps.clock.now(),
  );
  if (!isSigned) return { status: 401, body: { detail: "Invalid ops signature." } };

  if (request.method === "GET") return handler(deps, { merchantId: owner.merchantId, body: {} });
  const body = parseJsonObject(rawBody);
  if (!body.ok) return refuseOps(400, body.error);
  return handler(deps, { merchantId: owner.merchantId, body: body.value });
}

function headerText(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value.join(", ") : value;
}
