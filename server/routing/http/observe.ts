import type { FastifyInstance, RouteOptions } from "fastify";
import { SpanKind } from "@opentelemetry/api";
import { limited, type Logger } from "@/server/platform/log";
import { withRequestId } from "@/server/platform/request-context";
import { inSpan, inTraceOf } from "@/server/platform/tracing";
import type { Metrics } from "../metrics";
import { isAuthenticated } from "./authenticated-requests";

type Observing = { metrics: Metrics; logger: Logger };

/** In ten seconds, of requests whose sender is not known: checkouts, probes, refusals. */
const MOST_UNPROVEN_LINES = 1_000;

/**
 * Makes every request of `app` visible: its work runs under its id and in its trace, and its answer is counted and logged
 * by route (never by address: a payment link is a secret). To be called before any route is added.
 */
export function observeRequests(app: FastifyInstance, { metrics, logger }: Observing): void {
  const often = limited(logger.child({}), MOST_UNPROVEN_LINES);
  app.addHook("onRoute", (route: RouteOptions) => {
    const handler = route.handler;
    const name = `${String(route.method)} ${route.url}`;
    route.handler = function observed(request, reply) {
      const answer = (): Promise<unknown> =>
        inSpan(
          name,
          { "http.route": route.url, "paydeck.request_id": request.id },
          async (span) => {
            const body: unknown = await handler.call(this, request, reply);
            span.setAttribute("http.response.status_code", reply.statusCode);
            return body;
          },
          SpanKind.SERVER,
        );
      return withRequestId(request.id, () => inTraceOf(request.headers, answer));
    };
  });

  app.addHook("onResponse", (request, reply, done) => {
    const route = request.is404 ? undefined : request.routeOptions.url;
    const { statusCode: status, elapsedTime: ms } = reply;
    metrics.requestAnswered(route ?? "unknown", status, ms / 1000);
    // Anybody can ask as often as they like: beyond some, such requests are counted by the metrics alone.
    const line = { method: request.method, route, status, ms };
    if (isAuthenticated(request)) request.log.info(line, "answered");
    else often.info({ requestId: request.id, ...line }, "answered");
    done();
  });
}
