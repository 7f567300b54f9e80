import Razorpay from "razorpay";
import { z } from "zod";
import { GatewayUnavailable } from "../port";
import { requestHeader } from "../request-header";
import { withinTimeLimit } from "../time-limit";

export type RazorpayOptions = {
  keyId: string;
  keySecret: string;
  webhookSecret: string;
  /** Another address than Razorpay's own: the operator's proxy, or a test double. */
  apiBase: URL | null;
  timeLimitMs: number;
};

const MAX_RESPONSE_BYTES = 4 * 1024 * 1024;

/**
 * A client whose requests all carry `headers`. The SDK has no documented option for the address, the timeout or any
 * header but two of its own; they are set as defaults of the HTTP client that it exposes as `api.rq` (decision 0309).
 */
export function createRazorpayClient(
  options: Pick<RazorpayOptions, "keyId" | "keySecret" | "apiBase" | "timeLimitMs">,
  headers: Readonly<Record<string, string>> = {},
): Razorpay {
  const client = new Razorpay({ key_id: options.keyId, key_secret: options.keySecret });
  const { defaults, interceptors } = httpOf(client);
  if (options.apiBase !== null) defaults.baseURL = options.apiBase.origin;
  defaults.timeout = options.timeLimitMs;
  // A redirect would send the key to its target; an endless response would fill the memory.
  defaults.maxRedirects = 0;
  defaults.maxContentLength = MAX_RESPONSE_BYTES;
  Object.assign(defaults.headers, headers);
  interceptors.request.use((request) => {
    Object.assign(request.headers, requestHeader());
    return request;
  });
  return client;
}

/** The parts of the SDK's HTTP client that are set here. */
type Http = {
  defaults: {
    baseURL?: string;
    timeout?: number;
    maxRedirects?: number;
    maxContentLength?: number;
    headers: object;
  };
  interceptors: { request: { use(add: <R extends { headers: object }>(request: R) => R): unknown } };
};

function httpOf(client: Razorpay): Http {
  const http: unknown = Reflect.get(client.api, "rq");
  if (!isHttp(http)) throw new Error("this version of razorpay keeps its HTTP client elsewhere");
  return http;
}

const httpSchema = z.object({
  defaults: z.looseObject({ headers: z.looseObject({}) }),
  interceptors: z.object({ request: z.custom((value) => hasFunction(value, "use")) }),
});

function isHttp(value: unknown): value is Http {
  // It is a function with properties; only the properties are checked.
  if (typeof value !== "function") return false;
  const { defaults, interceptors } = value as { defaults?: unknown; interceptors?: unknown };
  return httpSchema.safeParse({ defaults, interceptors }).success;
}

function hasFunction(value: unknown, name: string): boolean {
  return typeof value === "object" && value !== null && typeof Reflect.get(value, name) === "function";
}

/**
 * Razorpay refused the call with an error code, and nothing was done. Its description is not in the message, which is
 * logged: it may repeat what was sent, such as the customer's address.
 */
export class RazorpayRefusal extends Error {
  override readonly name = "RazorpayRefusal";
  constructor(
    code: string,
    /** The field of the request that Razorpay names, if any: the same request can then never be accepted. */
    readonly field: string | null,
    readonly reason: string | null,
    readonly text: string | null = null,
  ) {
    super(
      `Razorpay refused: ${code}${field === null ? "" : ` (${field})`}${reason === null ? "" : `, ${reason}`}`,
    );
  }
}

/** Makes one call. Throws {@link RazorpayRefusal} on a refusal, `GatewayUnavailable` when the effect is unknown. */
export async function callRazorpay<T>(limitMs: number, call: Promise<T>): Promise<T> {
  try {
    return await withinTimeLimit("Razorpay", limitMs, call);
  } catch (error) {
    if (error instanceof GatewayUnavailable) throw error;
    throw translated(error);
  }
}

/** What the SDK throws for a response that is not 2xx; when none came, it throws some other error of its own. */
const responseSchema = z.object({ statusCode: z.number(), error: z.unknown() });
const errorSchema = z.object({
  code: z.string(),
  field: z.string().nullish(),
  reason: z.string().nullish(),
  description: z.string().nullish().catch(null),
});

/** Not about the payment: our key (401, 403), timeout (408), the same request in progress (409), rate limit (429). */
const NO_REFUSAL: ReadonlySet<number> = new Set([401, 403, 408, 409, 429]);

function translated(thrown: unknown): Error {
  const response = responseSchema.safeParse(thrown);
  if (!response.success) return new GatewayUnavailable("Razorpay gave no usable answer: none came");
  const { statusCode } = response.data;
  const error = errorSchema.safeParse(response.data.error);
  const isRefusal = statusCode >= 400 && statusCode < 500 && !NO_REFUSAL.has(statusCode);
  // GATEWAY_ERROR and SERVER_ERROR mean a failure at the bank or at Razorpay, whatever the HTTP status.
  if (isRefusal && error.success && error.data.code === "BAD_REQUEST_ERROR") {
    const { code, field, reason, description } = error.data;
    return new RazorpayRefusal(code, field ?? null, reason ?? null, description ?? null);
  }
  const code = error.success ? ` ${error.data.code}` : "";
  return new GatewayUnavailable(`Razorpay gave no usable answer: ${statusCode}${code}`);
}
