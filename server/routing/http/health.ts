import type { FastifyInstance } from "fastify";
import type { ReadinessReport } from "@/server/platform/readiness";

/** `/healthz`: the process responds. `/readyz`: it can do its work, or what is missing and since when. */
export function registerHealth(app: FastifyInstance, readiness: () => Promise<ReadinessReport>): void {
  app.get("/healthz", () => ({ status: "ok" }));
  app.get("/readyz", async (_request, reply) => {
    const report = await readiness();
    return reply.code(report.status === "ready" ? 200 : 503).send(report);
  });
}
