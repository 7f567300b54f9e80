import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from "fastify";
import type { ReadinessReport } from "@/server/platform/readiness";
import type { Deps } from "../usecases/deps";
import { registerHealth } from "./health";
import { type MetricsOptions, registerMetrics } from "./metrics";

/** The HTTP server of a process that only runs jobs: health and metrics, and none of the service's endpoints. */
export function createProbes(
  context: MetricsOptions & { deps: Deps; readiness: () => Promise<ReadinessReport> },
): FastifyInstance {
  const loggerInstance: FastifyBaseLogger = context.deps.logger;
  const app: FastifyInstance = fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
  });
  app.addHook("onRequest", (_request, reply, done) => {
    reply.header("x-content-type-options", "nosniff");
    done();
  });
  registerHealth(app, context.readiness);
  registerMetrics(app, context);
  return app;
}
