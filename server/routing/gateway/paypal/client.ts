import { createHash } from "node:crypto";
import type { z } from "zod";
import type { Clock } from "@/server/platform/clock";
import { createJsonClient, type JsonRequest, type JsonResponse, readJson } from "../json-client";
import { GatewayRecordUnknown, GatewayUnavailable } from "../port";
import { errorSchema, tokenSchema } from "./responses";

export type PayPalEnvironment = "live" | "sandbox";
export type PayPalOptions = {
  clientId: string;
  clientSecret: string;
  /** The id of the webhook in PayPal's dashboard, which its signatures cover. */
  webhookId: string;
  environment: PayPalEnvironment;
  /** Another address than PayPal's own: the operator's proxy, or a test double. */
  apiBase: URL | null;
  timeLimitMs: number;
};

export function paypalAddress({ environment, apiBase }: Pick<PayPalOptions, "environment" | "apiBase">): URL {
  const own = environment === "live" ? "https://api-m.paypal.com" : "https://api-m.sandbox.paypal.com";
  return apiBase ?? new URL(own);
}

/**
 * PayPal refused the call with an issue, and nothing was done. Its description is not in the message, which is logged:
 * it may repeat what was sent, such as the customer's address.
 */
export class PayPalRefusal extends Error {
  override readonly name = "PayPalRefusal";
  constructor(
    readonly status: number,
    /** PayPal's code of the first problem, or of the error as a whole. */
    readonly issue: string,
    debugId: string | null,
    readonly text: string | null = null,
  ) {
    super(`PayPal refused: ${issue}${debugId === null ? "" : `, request ${debugId}`}`);
  }
}

/** A lookup that PayPal refuses says nothing about the money, not even when it has no such record. */
export function throwLookupError(error: unknown): never {
  if (!(error instanceof PayPalRefusal)) throw error;
  throw error.status === 404
    ? new GatewayRecordUnknown(error.message)
    : new GatewayUnavailable(error.message);
}

export type PayPalRequest = Omit<JsonRequest, "headers" | "body"> & { requestId?: string; json?: object };
/** Makes one call. Throws {@link PayPalRefusal} on a refusal, `GatewayUnavailable` when the effect is unknown. */
export type PayPalCall = <T>(schema: z.ZodType<T>, request: PayPalRequest) => Promise<T>;

/** A token is not used in its last minute: a call may be slow. */
const MARGIN_MS = 60_000;

export function createPayPalClient(options: PayPalOptions & { clock: Clock }): PayPalCall {
  const { clientId, clientSecret, clock, timeLimitMs } = options;
  const send = createJsonClient({ vendor: "PayPal", base: paypalAddress(options), timeLimitMs });
  let token: { value: string; until: number } | null = null;

  async function freshToken(): Promise<string> {
    if (token !== null && clock.now().getTime() < token.until) return token.value;
    const credentials = Buffer.from(`${clientId}:${clientSecret}`).toString("base64");
    const { status, body } = await send({
      method: "POST",
      path: "/v1/oauth2/token",
      headers: {
        Authorization: `Basic ${credentials}`,
        "Content-Type": "application/x-www-form-urlencoded",
      },
      body: "grant_type=client_credentials",
    });
    // Credentials that PayPal does not accept are our outage and say nothing about the payment.
    if (status !== 200) throw new GatewayUnavailable(`PayPal gave no usable answer: ${status} for a token`);
    const { access_token: value, expires_in: seconds } = readJson("PayPal", tokenSchema, body);
    token = { value, until: clock.now().getTime() + seconds * 1000 - MARGIN_MS };
    return value;
  }

  async function sendOnce({ method, path, requestId, json }: PayPalRequest): Promise<JsonResponse> {
    return send({
      method,
      path,
      headers: {
        Authorization: `Bearer ${await freshToken()}`,
        ...(method === "POST" ? { Prefer: "return=representation" } : {}),
        ...(requestId === undefined ? {} : { "PayPal-Request-Id": requestId }),
      },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    });
  }

  return async (schema, request) => {
    let response = await sendOnce(request);
    if (response.status === 401) {
      // A token can be revoked before it ends. Nothing was done, so the call is safe to repeat with a new one.
      token = null;
      response = await sendOnce(request);
    }
    const { status, body } = response;
    if (status === 204) return readJson("PayPal", schema, {});
    if (status >= 200 && status < 300) return readJson("PayPal", schema, body);
    throw failure(status, body);
  };
}

/**
 * A 400, 404 or 422 in PayPal's own shape is a refusal. Everything else says nothing about the payment: a token that
 * PayPal does not accept (401), a missing right (403), the same request in progress (409), a rate limit, a failure at
 * PayPal, a proxy's page.
 */
function failure(status: number, body: unknown): Error {
  const error = errorSchema.safeParse(body);
  if (!error.success) return new GatewayUnavailable(`PayPal gave no usable answer: ${status}`);
  const { name, details, debug_id: debugId } = error.data;
  const issue = details?.[0]?.issue ?? name;
  const isRefusal = status === 400 || status === 404 || status === 422;
  return isRefusal
    ? new PayPalRefusal(status, issue, debugId ?? null, details?.[0]?.description ?? null)
    : new GatewayUnavailable(`PayPal gave no usable answer: ${status} ${issue}`);
}

/** Also the form of a `custom_id`, which takes no colon; PayPal accepts a request id of at most 108 characters. */
export function keyOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
