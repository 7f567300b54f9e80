import Stripe from "stripe";
import { GatewayRecordUnknown, GatewayUnavailable } from "../port";
import { requestHeader } from "../request-header";
import { withinTimeLimit } from "../time-limit";

export type StripeOptions = {
  secretKey: string;
  webhookSecret: string;
  /** Another address than Stripe's own: a proxy of the operator's, or a test's double. */
  apiBase: URL | null;
  timeLimitMs: number;
};

/**
 * Retries are the job's, which outlives a process; the SDK's would multiply the time limit. A connection that was closed
 * is tried once more by the SDK all the same, under the same idempotency key.
 */
export function createStripeClient({ secretKey, apiBase, timeLimitMs }: StripeOptions): Stripe {
  return new Stripe(secretKey, {
    maxNetworkRetries: 0,
    timeout: timeLimitMs,
    telemetry: false,
    httpClient: tellingRequests(),
    ...(apiBase === null
      ? {}
      : {
          host: apiBase.hostname,
          port: apiBase.port || (apiBase.protocol === "http:" ? 80 : 443),
          protocol: apiBase.protocol === "http:" ? ("http" as const) : ("https" as const),
        }),
  });
}

/** The SDK's own HTTP client, with the id of our request beside its headers. */
function tellingRequests(): Stripe.HttpClient {
  const client = Stripe.createNodeHttpClient();
  const send = client.makeRequest.bind(client);
  client.makeRequest = (host, port, path, method, headers, ...rest) =>
    send(host, port, path, method, { ...headers, ...requestHeader() }, ...rest);
  return client;
}

/**
 * Stripe said no, in its own words, and nothing was done. Its message is left out: it may repeat what was sent, such
 * as the customer's address.
 */
export class StripeRefusal extends Error {
  override readonly name = "StripeRefusal";
  constructor(
    readonly code: string | null,
    param: string | null,
    requestId: string | null,
  ) {
    const about = param === null ? "" : ` (${param})`;
    const request = requestId === null ? "" : `, request ${requestId}`;
    super(`Stripe refused: ${code ?? "invalid_request"}${about}${request}`);
  }
}

/** A look-up that Stripe refuses tells nothing about the money, not even when it has no such record. */
export function untold(error: unknown): never {
  if (!(error instanceof StripeRefusal)) throw error;
  throw error.code === "resource_missing"
    ? new GatewayRecordUnknown(error.message)
    : new GatewayUnavailable(error.message);
}

/** One call: a refusal by Stripe is a {@link StripeRefusal}; whatever leaves the effect open is `GatewayUnavailable`. */
export async function callStripe<T>(limitMs: number, call: Promise<T>): Promise<T> {
  try {
    return await withinTimeLimit("Stripe", limitMs, call);
  } catch (error) {
    if (error instanceof GatewayUnavailable) throw error;
    throw translated(error);
  }
}

/**
 * The SDK makes 400, 402 and 404 these two classes, and everything else another one: connection and time-out, 409 (the
 * first request of this key is still under way), 429, 5xx, unreadable bodies. A key that Stripe no longer takes (401, 403)
 * is an outage of ours that says nothing about the payment, and so is an idempotency key whose first request was another.
 */
function translated(error: unknown): Error {
  if (
    error instanceof Stripe.errors.StripeInvalidRequestError ||
    error instanceof Stripe.errors.StripeCardError
  ) {
    return new StripeRefusal(error.code ?? null, error.param ?? null, error.requestId ?? null);
  }
  if (error instanceof Stripe.errors.StripeError) {
    const status = error.statusCode === undefined ? "" : ` ${error.statusCode}`;
    const request = error.requestId === undefined ? "" : `, request ${error.requestId}`;
    return new GatewayUnavailable(`Stripe gave no usable answer: ${error.type}${status}${request}`);
  }
  return new GatewayUnavailable("Stripe gave no usable answer: the SDK failed");
}
