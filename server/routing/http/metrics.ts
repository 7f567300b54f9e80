import { createHash, timingSafeEqual } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Deps } from "../usecases/deps";
import { readBacklog } from "../usecases/read-backlog";

/**
 * `GET /metrics` for Prometheus. With a token: for requests with `Authorization: Bearer …`. Without one: only from this
 * machine and not through a proxy, because a merchant's customers must not learn the volume of business.
 */
export function registerMetrics(app: FastifyInstance, deps: Deps, token: string | undefined): void {
  app.get("/metrics", async (request, reply) => {
    const isAllowed = token === undefined ? isFromThisMachine(request) : sendsToken(request, token);
    if (!isAllowed) {
      return token === undefined
        ? reply.code(404).send({ detail: "Not found." })
        : reply
            .code(401)
            .header("www-authenticate", "Bearer")
            .send({ detail: "Send the metrics token as a bearer token." });
    }
    const page = await deps.metrics.page(await readBacklog(deps));
    return reply.header("content-type", page.contentType).send(page.text);
  });
}

const THIS_MACHINE: readonly string[] = ["127.0.0.1", "::1", "::ffff:127.0.0.1"];

/** A proxy that sets none of them seems to be this machine: behind such a proxy, use a token. */
const MARKS_OF_PROXIES = ["x-forwarded-for", "x-forwarded-host", "x-real-ip", "forwarded", "via"];

function isFromThisMachine(request: FastifyRequest): boolean {
  const { headers, socket } = request;
  const isForwarded = MARKS_OF_PROXIES.some((name) => headers[name] !== undefined);
  return !isForwarded && THIS_MACHINE.includes(socket.remoteAddress ?? "");
}

/** Digests have equal length, so the comparison takes the same time for every token. */
function sendsToken(request: FastifyRequest, token: string): boolean {
  const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(request.headers.authorization ?? ""), digest(`Bearer ${token}`));
}
