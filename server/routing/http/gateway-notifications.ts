import type { FastifyInstance } from "fastify";
import type { Deps } from "../usecases/deps";
import {
  type NotificationRefusal,
  receiveNotification,
  receiveOwnNotification,
} from "../usecases/payments/receive-notification";
import { refusalBody } from "./response";
import type { RateLimiter } from "./rate-limit";
import { sourceOf } from "./source";

const PATH = "/gateways/:name/notifications";
/** The address of a merchant's own accounts (decision 0311). */
const OWN_PATH = `${PATH}/:tag`;
/** Vendors send whole objects in their notifications, which are larger than a merchant's requests. */
const MAX_BODY_BYTES = 256 * 1024;

type Route = { Params: { name: string; tag?: string } };

/**
 * The endpoints for gateways' notifications. Gateways resend until they get a 2xx, so a notification gets one only when
 * its lookup is stored in the database; an outage is a 503. A source whose notifications were refused too
 * often causes one call to a vendor at a time, and gets 429 for those that cannot be accepted. Genuine ones still pass: behind a
 * proxy that is not named, a forger has the same source (decision 0215).
 */
export function registerGatewayNotifications(
  app: FastifyInstance,
  { deps, limiter }: { deps: Deps; limiter: RateLimiter },
): void {
  for (const url of [PATH, OWN_PATH]) {
    app.post<Route>(url, { bodyLimit: MAX_BODY_BYTES }, async (request, reply) => {
      const { name, tag } = request.params;
      // Each address is limited separately, because a vendor sends all merchants' notifications from the same sources.
      const source = `${sourceOf(request)} ${name} ${tag ?? ""}`;
      const rawBody = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const isDoubted = limiter.waitOfNotifications(source) > 0;
      const notification = { rawBody, headers: request.headers, isDoubted };
      const received =
        tag === undefined
          ? await receiveNotification(deps, name, notification)
          : await receiveOwnNotification(deps, name, tag, notification);
      if (received.ok) return reply.send({ received: true });
      const waitSeconds = limiter.takeRefusedNotification(source);
      if (waitSeconds > 0) {
        const text = "Too many notifications from this source were refused. Try again later.";
        return reply.code(429).header("retry-after", String(waitSeconds)).send(refusalBody(null, text));
      }
      const { status, text } = response(received.error);
      return reply.code(status).send(refusalBody(null, text));
    });
    app.route<Route>({
      method: ["GET", "PUT", "PATCH", "DELETE", "OPTIONS"],
      url,
      bodyLimit: MAX_BODY_BYTES,
      handler: (_request, reply) =>
        reply.code(405).header("allow", "POST").send(refusalBody(null, "Method not allowed.")),
    });
  }
}

function response(refusal: NotificationRefusal): { status: number; text: string } {
  switch (refusal.kind) {
    case "unknown_gateway":
      return { status: 404, text: "Not found." };
    case "bad_signature":
      return {
        status: 401,
        text: "The signature does not match. Check the signing secret of this endpoint.",
      };
    case "unavailable":
      return { status: 503, text: "The signature cannot be checked at the moment. Send it again later." };
    case "malformed":
      return { status: 400, text: "The body is not a notification of this gateway." };
  }
}
