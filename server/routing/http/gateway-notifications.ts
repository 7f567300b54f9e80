import type { FastifyInstance } from "fastify";
import type { Deps } from "../usecases/deps";
import {
  type NotificationRefusal,
  receiveNotification,
  receiveOwnNotification,
} from "../usecases/payments/receive-notification";
import { refusalBody } from "./answer";

const PATH = "/gateways/:name/notifications";
/** Of a merchant's own accounts (decision 0311). */
const OWN_PATH = `${PATH}/:tag`;
/** Vendors send whole objects in their notifications, which are larger than a merchant's requests. */
const MAX_BODY_BYTES = 256 * 1024;

type Route = { Params: { name: string; tag?: string } };

/**
 * The endpoints for gateways' notifications. Gateways resend until they get a 2xx, so a notification gets one only when
 * its lookup is stored in the database; an outage is a 503.
 */
export function registerGatewayNotifications(app: FastifyInstance, deps: Deps): void {
  for (const url of [PATH, OWN_PATH]) {
    app.post<Route>(url, { bodyLimit: MAX_BODY_BYTES }, async (request, reply) => {
      const rawBody = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const notification = { rawBody, headers: request.headers };
      const { name, tag } = request.params;
      const received =
        tag === undefined
          ? await receiveNotification(deps, name, notification)
          : await receiveOwnNotification(deps, name, tag, notification);
      if (received.ok) return reply.send({ received: true });
      const { status, text } = answer(received.error);
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

function answer(refusal: NotificationRefusal): { status: number; text: string } {
  switch (refusal.kind) {
    case "unknown_gateway":
      return { status: 404, text: "Not found." };
    case "bad_signature":
      return {
        status: 401,
        text: "The signature does not match. Check the signing secret of this endpoint.",
      };
    case "malformed":
      return { status: 400, text: "The body is not a notification of this gateway." };
  }
}
