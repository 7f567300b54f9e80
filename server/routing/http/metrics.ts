import type { FastifyInstance } from "fastify";
import { elapsedMs } from "@/server/platform/clock";
import { cachedReading } from "@/server/platform/metrics/cached-reading";
import { metricsAccess } from "@/server/platform/metrics/metrics-access";
import type { Deps } from "../usecases/deps";
import type { Backlog } from "../backlog-metrics";

export type MetricsOptions = {
  deps: Pick<Deps, "metrics">;
  /** The pending work, over a connection of its own (decision 0242). */
  readBacklog: () => Promise<Backlog>;
  metricsToken: string | undefined;
};

/** Scrapers usually come every 15 s; a second scraper or a person who reloads the page costs the database nothing. */
const FRESH_MS = 3_000;
/** A scrape times out after 10 s by default; this limit is shorter. */
const LIMIT_MS = 4_000;

/** `GET /metrics` for Prometheus: see `metricsAccess`. Answers also while the database does not. */
export function registerMetrics(app: FastifyInstance, options: MetricsOptions): void {
  const token = options.metricsToken ?? null;
  const read = cachedReading(options.readBacklog, { freshMs: FRESH_MS, limitMs: LIMIT_MS, elapsedMs });
  app.get("/metrics", async (request, reply) => {
    const access = metricsAccess(request.raw, token);
    if (access === "hidden") return reply.code(404).send({ detail: "Not found." });
    if (access === "token_needed") {
      return reply
        .code(401)
        .header("www-authenticate", "Bearer")
        .send({ detail: "Send the metrics token as a bearer token." });
    }
    const backlog = await read();
    const page = await options.deps.metrics.page(backlog.kind === "read" ? backlog.value : null);
    return reply.header("content-type", page.contentType).send(page.text);
  });
}
