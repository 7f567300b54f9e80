import type { IncomingMessage, ServerResponse } from "node:http";
import { metricsAccess } from "@/server/platform/metrics/metrics-access";
import { type Refused, refuse } from "./refuse";

export type MetricsPage = {
  token: string | null;
  read: () => Promise<{ contentType: string; text: string }>;
};

const HIDDEN: Refused = { status: 404, text: "There is nothing at this address." };

/** `GET /metrics`, for those whom `metricsAccess` admits; a session of the dashboard does not count. */
export async function respondWithMetrics(
  page: MetricsPage,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const access = metricsAccess(request, page.token);
  if (access === "hidden") return refuse(request, response, HIDDEN);
  if (access === "token_needed") {
    response.setHeader("www-authenticate", "Bearer");
    return refuse(request, response, {
      status: 401,
      text: "Send the metrics token as a bearer token.",
    });
  }
  const { contentType, text } = await page.read();
  response.writeHead(200, { "content-type": contentType, "cache-control": "no-store" });
  response.end(text);
}
