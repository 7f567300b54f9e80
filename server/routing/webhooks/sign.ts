import { Webhook } from "standardwebhooks";

const USER_AGENT = "Paydeck-Webhooks/1";

/**
 * The headers of an attempt, by Standard Webhooks: the timestamp is the attempt's, and every valid secret has its own
 * signature, separated by spaces.
 */
export function signedHeaders(request: {
  host: string;
  webhookId: string;
  at: Date;
  body: string;
  secrets: readonly string[];
}): Record<string, string> {
  const { webhookId, at, body } = request;
  return {
    host: request.host,
    "content-type": "application/json",
    "content-length": String(Buffer.byteLength(body)),
    "user-agent": USER_AGENT,
    "webhook-id": webhookId,
    "webhook-timestamp": String(Math.floor(at.getTime() / 1_000)),
    "webhook-signature": request.secrets
      .map((secret) => new Webhook(secret).sign(webhookId, at, body))
      .join(" "),
  };
}
