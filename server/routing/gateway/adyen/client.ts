import type { z } from "zod";
import { createJsonClient, type JsonRequest, readJson } from "../json-client";
import { GatewayRecordUnknown, GatewayUnavailable } from "../port";
import { errorSchema } from "./responses";

export type AdyenOptions = {
  apiKey: string;
  merchantAccount: string;
  /** The HMAC key of the webhook, in hexadecimal. */
  hmacKey: string;
  /** The company's own part of the live address; null for Adyen's test platform. */
  livePrefix: string | null;
  /** Another address than Adyen's own: the operator's proxy, or a test double. */
  apiBase: URL | null;
  timeLimitMs: number;
};

const VERSION = "v72";

/**
 * Adyen refused the call with an error code, and nothing was done. Its message is left out: it may repeat what was
 * sent, such as the customer's address.
 */
export class AdyenRefusal extends Error {
  override readonly name = "AdyenRefusal";
  constructor(
    readonly status: number,
    readonly code: string | null,
    reference: string | null,
    readonly text: string | null = null,
  ) {
    super(
      `Adyen refused: ${code ?? `status ${status}`}${reference === null ? "" : `, reference ${reference}`}`,
    );
  }
}

/**
 * A lookup that Adyen refuses says nothing about the money, not even when it has no such record: its document gives 422
 * for that.
 */
export function throwLookupError(error: unknown): never {
  if (!(error instanceof AdyenRefusal)) throw error;
  throw error.status === 404 || error.status === 422
    ? new GatewayRecordUnknown(error.message)
    : new GatewayUnavailable(error.message);
}

/** The first request of this key is still in progress. */
const IN_PROGRESS = "704";

/** Makes one call. Throws {@link AdyenRefusal} on a refusal, `GatewayUnavailable` when the effect is unknown. */
export type AdyenCall = <T>(
  schema: z.ZodType<T>,
  request: Omit<JsonRequest, "headers" | "body"> & { idempotencyKey?: string; json?: object },
) => Promise<T>;

/** Adyen's own address and the path of its API there. `livePrefix` null: those of the test platform. */
export function adyenAddress(livePrefix: string | null): { base: URL; root: string } {
  return livePrefix === null
    ? { base: new URL("https://checkout-test.adyen.com"), root: `/${VERSION}` }
    : {
        base: new URL(`https://${livePrefix}-checkout-live.adyenpayments.com`),
        root: `/checkout/${VERSION}`,
      };
}

export function createAdyenClient({ apiKey, livePrefix, apiBase, timeLimitMs }: AdyenOptions): AdyenCall {
  const { base, root } = adyenAddress(livePrefix);
  const send = createJsonClient({ vendor: "Adyen", base: apiBase ?? base, timeLimitMs });
  return async (schema, { method, path, idempotencyKey, json }) => {
    const { status, body } = await send({
      method,
      path: `${root}${path}`,
      headers: {
        "X-API-Key": apiKey,
        ...(idempotencyKey === undefined ? {} : { "Idempotency-Key": idempotencyKey }),
      },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    });
    if (status >= 200 && status < 300) return readJson("Adyen", schema, body);
    throw failure(status, body);
  };
}

/**
 * A 400, 404 or 422 in Adyen's own shape is a refusal. Everything else says nothing about the payment: a key that Adyen
 * does not accept (401, 403), a rate limit, a failure at Adyen, a proxy's page.
 */
function failure(status: number, body: unknown): Error {
  const error = errorSchema.safeParse(body);
  const code = (error.success ? error.data.errorCode : null) ?? null;
  const isOwn = error.success && (code !== null || typeof error.data.errorType === "string");
  const isRefusal = status === 404 || (isOwn && (status === 400 || status === 422));
  if (isRefusal && code !== IN_PROGRESS) {
    const { pspReference: reference = null, message = null } = error.success ? error.data : {};
    return new AdyenRefusal(status, code, reference, message);
  }
  return new GatewayUnavailable(`Adyen gave no usable answer: ${status}${code === null ? "" : ` ${code}`}`);
}
