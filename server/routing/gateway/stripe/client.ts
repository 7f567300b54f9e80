import Stripe from "stripe";
import { GatewayRecordUnknown, GatewayUnavailable } from "../port";
import { requestHeader } from "../request-header";
import { withinTimeLimit } from "../time-limit";

export type StripeOptions = {
  secretKey: string;
  webhookSecret: string;
  /** Another address than Stripe's own: the operator's proxy, or a test double. */
  apiBase: URL | null;
  timeLimitMs: number;
};

/**
 * The job retries, because it outlives a process; the SDK's retries would multiply the timeout. The SDK still retries
 * once after a closed connection, under the same idempotency key.
 */
export function createStripeClient({ secretKey, apiBase, timeLimitMs }: StripeOptions): Stripe {
  return new Stripe(secretKey, {
    maxNetworkRetries: 0,
    timeout: timeLimitMs,
    telemetry: false,
    httpClient: withRequestId(),
    ...(apiBase === null
      ? {}
      : {
          host: apiBase.hostname,
          port: apiBase.port || (apiBase.protocol === "http:" ? 80 : 443),
          protocol: apiBase.protocol === "http:" ? ("http" as const) : ("https" as const),
        }),
  });
}

/** The SDK's own HTTP client, which also sends the id of our request as a header. */
function withRequestId(): Stripe.HttpClient {
  const client = Stripe.createNodeHttpClient();
  const send = client.makeRequest.bind(client);
  client.makeRequest = (host, port, path, method, headers, ...rest) =>
    send(host, port, path, method, { ...headers, ...requestHeader() }, ...rest);
  return client;
}

/**
 * Stripe refused the call with an error code, and nothing was done. Stripe's own text is not in the message, which is logged:
 * it may repeat what was sent, such as the customer's address.
 */
export class StripeRefusal extends Error {
  override readonly name = "StripeRefusal";
  constructor(
    readonly code: string | null,
    readonly param: string | null,
    requestId: string | null,
    readonly text: string | null = null,
  ) {
    const about = param === null ? "" : ` (${param})`;
    const request = requestId === null ? "" : `, request ${requestId}`;
    super(`Stripe refused: ${code ?? "invalid_request"}${about}${request}`);
  }
}

/** A lookup that Stripe refuses says nothing about the money, not even when it has no such record. */
export function throwLookupError(error: unknown): never {
  if (!(error instanceof StripeRefusal)) throw error;
  throw error.code === "resource_missing"
    ? new GatewayRecordUnknown(error.message)
    : new GatewayUnavailable(error.message);
}

/** Makes one call. Throws {@link StripeRefusal} on a refusal, `GatewayUnavailable` when the effect is unknown. */
export async function callStripe<T>(limitMs: number, call: Promise<T>): Promise<T> {
  try {
    return await withinTimeLimit("Stripe", limitMs, call);
  } catch (error) {
    if (error instanceof GatewayUnavailable) throw error;
    throw translated(error);
  }
}

/**
 * The SDK uses these two classes for 400, 402 and 404, and other classes for everything else: connection error and
 * timeout, 409 (the first request of this key is in progress), 429, 5xx, unreadable bodies. A key that Stripe no longer
 * accepts (401, 403) is our outage and says nothing about the payment, like an idempotency key whose first request was
 * different.
 */
function translated(error: unknown): Error {
  if (
    error instanceof Stripe.errors.StripeInvalidRequestError ||
    error instanceof Stripe.errors.StripeCardError
  ) {
    return new StripeRefusal(error.code ?? null, error.param ?? null, error.requestId ?? null, error.message);
  }
  if (error instanceof Stripe.errors.StripeError) {
    const status = error.statusCode === undefined ? "" : ` ${error.statusCode}`;
    const request = error.requestId === undefined ? "" : `, request ${error.requestId}`;
    return new GatewayUnavailable(`Stripe gave no usable answer: ${error.type}${status}${request}`);
  }
  return new GatewayUnavailable("Stripe gave no usable answer: the SDK failed");
}
