import { z, type ZodType } from "zod";
import { ENDPOINTS, type EndpointName } from "../contract/endpoints";
import { OPS, type OpsName } from "../contract/ops";
import type { OpsOperation } from "../contract/ops/operation";
import { authErrorSchema } from "../contract/responses";
import type { CallResult, Difference, Refusal } from "./call-result";
import { readRefusalBody, type RefusalShape } from "./refusal-body";
import type { Exchange } from "./transport";

/** How an endpoint or an operation refuses. */
type Refusals = {
  path: string;
  shape: RefusalShape;
  /** The statuses documented as refusals, except 401. */
  definite: readonly number[];
  /** Whether it accepts an `Idempotency-Key`, so that a 409 and a 422 are about an earlier call (decision 0005). */
  isKeyed: boolean;
};

/** The shape of a successful response, and whether it is about the request. */
export type Expectation<T> = {
  statuses: readonly number[];
  schema: ZodType<T>;
  isAboutRequest: (value: T) => boolean;
};

/**
 * Statuses after which the request certainly changed nothing (specification 7, decision 0026). 403: the access of the key
 * does not include the call (decision 0315).
 */
const DEFINITE_STATUSES = [400, 403, 404, 405, 413, 415, 429] as const;
const KEYED_ENDPOINTS: readonly EndpointName[] = ["initiate_payment", "refund_initiate"];

export function refusalsOf(endpoint: EndpointName): Refusals {
  const { path, errorShape } = ENDPOINTS[endpoint];
  return {
    path,
    shape: errorShape,
    definite: DEFINITE_STATUSES,
    isKeyed: KEYED_ENDPOINTS.includes(endpoint),
  };
}

/** The operation's table says which of 409 and 422 it returns; each is a refusal. */
export function refusalsOfOps(name: OpsName): Refusals {
  const operation: OpsOperation = OPS[name];
  const documented = ([409, 422] as const).filter((status) => operation.refusals[status] !== undefined);
  const definite = [...DEFINITE_STATUSES, ...documented];
  return { path: operation.path, shape: "detail", definite, isKeyed: false };
}

/**
 * Classifies a response. Only a documented shape with its documented status counts as a response or a refusal;
 * everything else, such as a proxy's error page, leaves the outcome unknown (failures 7 to 9).
 */
export function classify<T>(refusals: Refusals, expected: Expectation<T>, exchange: Exchange): CallResult<T> {
  switch (exchange.kind) {
    case "not_sent":
      return { kind: "not_sent" };
    case "lost":
      return { kind: "unknown", reason: exchange.reason, status: null };
    case "response":
      return classifyResponse(refusals, expected, exchange);
  }
}

type Response = Extract<Exchange, { kind: "response" }>;

function classifyResponse<T>(
  refusals: Refusals,
  expected: Expectation<T>,
  response: Response,
): CallResult<T> {
  const { status } = response;
  if (status >= 500) return { kind: "unknown", reason: "server_error", status };
  if (status >= 300 && status < 400) return { kind: "unknown", reason: "redirected", status };

  const body = parseJson(response.body);
  if (!expected.statuses.includes(status)) return classifyRefusal(refusals, response, body);

  const parsed = expected.schema.safeParse(body);
  if (parsed.success) {
    return expected.isAboutRequest(parsed.data)
      ? { kind: "answered", value: parsed.data }
      : { kind: "unknown", reason: "other_subject", status };
  }
  // Failure 8: a 2xx with `success: false` is a refusal, never a success.
  const refusal = refusals.shape === "detail" ? null : readRefusalBody("message", body);
  if (refusal === null) return { ...wrongShape(status), ...differenceOf(refusals.path, parsed.error) };
  return { kind: "refused", refusal: { kind: "rejected", status, ...refusal } };
}

function wrongShape(status: number): Extract<CallResult<never>, { kind: "unknown" }> {
  return { kind: "unknown", reason: "wrong_shape", status };
}

/** None where the body is not of the documented kind at all, such as a page. */
function differenceOf(endpoint: string, { issues }: z.ZodError): { difference?: Difference } {
  const field = issues[0]?.path.join(".") ?? "";
  return field === "" ? {} : { difference: { endpoint, field } };
}

function classifyRefusal(refusals: Refusals, response: Response, body: unknown): CallResult<never> {
  const { status } = response;
  if (status === 401) {
    return authErrorSchema.safeParse(body).success
      ? { kind: "refused", refusal: { kind: "key_refused" } }
      : { kind: "unknown", reason: "wrong_shape", status };
  }
  const isOfKey = refusals.isKeyed && (status === 409 || status === 422);
  if (!isOfKey && !refusals.definite.includes(status)) {
    return { kind: "unknown", reason: "undocumented_status", status };
  }
  const refusal = readRefusalBody(refusals.shape, body);
  if (refusal === null) return { kind: "unknown", reason: "wrong_shape", status };
  // This call did nothing, but the earlier one with the same key may have: not a refusal of the action (decision 0005).
  if (isOfKey) return { kind: "unknown", reason: status === 409 ? "in_flight" : "key_reused", status };
  return { kind: "refused", refusal: refusalOf(response, refusal) };
}

function refusalOf(
  { status, retryAfter }: Response,
  refusal: NonNullable<ReturnType<typeof readRefusalBody>>,
): Refusal {
  if (status === 404) return { kind: "not_found", message: refusal.message };
  if (status === 409) return { kind: "conflict", message: refusal.message };
  if (status === 429) return { kind: "busy", retryAfterSeconds: retryAfterSeconds(retryAfter) };
  return { kind: "rejected", status, ...refusal };
}

const DEFAULT_RETRY_AFTER_SECONDS = 1;
const MAX_RETRY_AFTER_SECONDS = 3_600;

const retryAfterSchema = z
  .string()
  .regex(/^\d{1,9}$/)
  .transform(Number);

function retryAfterSeconds(header: string | null): number {
  const seconds = retryAfterSchema.safeParse(header).data ?? DEFAULT_RETRY_AFTER_SECONDS;
  return Math.min(Math.max(seconds, 1), MAX_RETRY_AFTER_SECONDS);
}

/** A body with NUL could not be stored; no documented response has one. */
function parseJson(text: string): unknown {
  if (text.includes("\\u0000")) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
