import type { FastifyInstance, RouteOptions } from "fastify";
import { SpanKind } from "@opentelemetry/api";
import { limited, type Logger } from "@/server/platform/log";
import { withRequestId } from "@/server/platform/request-context";
import { inSpan, inTraceOf } from "@/server/platform/tracing";
import type { Metrics } from "../metrics";
import { isAuthenticated } from "./authenticated-requests";

type Observing = { metrics: Metrics; logger: Logger };

/** The most lines in ten seconds for unauthenticated requests: checkouts, probes, refusals. */
const MOST_UNAUTHENTICATED_LINES = 1_000;

/**
 * Observes every request of `app`: it runs with its request id and in its trace, and its response is counted and logged
 * by route (never by address: a payment link is a secret). Call it before any route is added.
 */
export function observeRequests(app: FastifyInstance, { metrics, logger }: Observing): void {
  const often = limited(logger.child({}), MOST_UNAUTHENTICATED_LINES);
  app.addHook("onRoute", (route: RouteOptions) => {
    const handler = route.handler;
    const name = `${String(route.method)} ${route.url}`;
    route.handler = function observed(request, reply) {
      const response = (): Promise<unknown> =>
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
      return withRequestId(request.id, () => inTraceOf(request.headers, response));
    };
  });

  app.addHook("onResponse", (request, reply, done) => {
    const route = request.is404 ? undefined : request.routeOptions.url;
    const { statusCode: status, elapsedTime: ms } = reply;
    metrics.requestAnswered(route ?? "unknown", status, ms / 1000);
    // Anyone can send these without limit: beyond a number, they are only counted by the metrics.
    const line = { requestId: request.id, method: request.method, route, status, ms };
    (isAuthenticated(request) ? logger : often).info(line, "answered");
    done();
  });
}
