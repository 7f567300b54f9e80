import type { z } from "zod";
import { createJsonClient, type JsonRequest, readJson } from "../json-client";
import { GatewayRecordUnknown, GatewayUnavailable } from "../port";
import { errorSchema } from "./responses";

export type CashfreeEnvironment = "live" | "sandbox";
export type CashfreeOptions = {
  clientId: string;
  /** Also signs Cashfree's notifications: there is no secret of a webhook's own. */
  clientSecret: string;
  environment: CashfreeEnvironment;
  /** Another address than Cashfree's own: the operator's proxy, or a test double. */
  apiBase: URL | null;
  timeLimitMs: number;
};

/** The version whose types the adapter was written against (decision 0319). */
const API_VERSION = "2026-01-01";

export function cashfreeAddress({
  environment,
  apiBase,
}: Pick<CashfreeOptions, "environment" | "apiBase">): URL {
  return apiBase ?? new URL(`https://${environment === "live" ? "api" : "sandbox"}.cashfree.com`);
}

export function cashfreeHeaders({
  clientId,
  clientSecret,
}: Pick<CashfreeOptions, "clientId" | "clientSecret">): Record<string, string> {
  return { "x-api-version": API_VERSION, "x-client-id": clientId, "x-client-secret": clientSecret };
}

/**
 * Cashfree refused the call with a code, and nothing was done. Its message is left out: it may repeat what was sent, such
 * as the customer's phone number.
 */
export class CashfreeRefusal extends Error {
  override readonly name = "CashfreeRefusal";
  constructor(
    readonly status: number,
    readonly code: string,
    readonly text: string | null = null,
  ) {
    super(`Cashfree refused: ${code}`);
  }
}

/**
 * There is such a record already, or the same request was made or is in progress (409), or Cashfree does not accept the request or
 * its repetition (422): a lookup shows which.
 */
export class CashfreeConflict extends GatewayUnavailable {
  constructor(
    readonly status: 409 | 422,
    readonly code: string,
  ) {
    super(`Cashfree gave no usable answer: ${status} ${code}`);
  }
}

/** A lookup that Cashfree refuses says nothing about the money, not even when it has no such record. */
export function throwLookupError(error: unknown): never {
  if (!(error instanceof CashfreeRefusal)) throw error;
  throw error.status === 404
    ? new GatewayRecordUnknown(error.message)
    : new GatewayUnavailable(error.message);
}

export type CashfreeRequest = Omit<JsonRequest, "headers" | "body"> & { json?: object };
/** Makes one call. Throws {@link CashfreeRefusal} on a refusal, `GatewayUnavailable` when the effect is unknown. */
export type CashfreeCall = <T>(schema: z.ZodType<T>, request: CashfreeRequest) => Promise<T>;

export function createCashfreeClient(options: CashfreeOptions): CashfreeCall {
  const send = createJsonClient({
    vendor: "Cashfree",
    base: cashfreeAddress(options),
    timeLimitMs: options.timeLimitMs,
  });
  const headers = cashfreeHeaders(options);
  return async (schema, { method, path, json }) => {
    const { status, body } = await send({
      method,
      path: `/pg${path}`,
      headers,
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    });
    if (status >= 200 && status < 300) return readJson("Cashfree", schema, body);
    throw failure(status, body);
  };
}

/**
 * A 400 or 404 in Cashfree's own shape is a refusal. Everything else but a conflict says nothing about the payment: credentials
 * that Cashfree does not accept (401, 403), a rate limit, a failure at Cashfree or its bank, a proxy's page.
 */
function failure(status: number, body: unknown): Error {
  const error = errorSchema.safeParse(body);
  if (!error.success) return new GatewayUnavailable(`Cashfree gave no usable answer: ${status}`);
  const { code, message } = error.data;
  if (status === 400 || status === 404) return new CashfreeRefusal(status, code, message);
  if (status === 409 || status === 422) return new CashfreeConflict(status, code);
  return new GatewayUnavailable(`Cashfree gave no usable answer: ${status} ${code}`);
}
