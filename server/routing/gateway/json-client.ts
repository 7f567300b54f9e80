import { z } from "zod";
import { GatewayUnavailable } from "./port";
import { requestHeader } from "./request-header";
import { withinTimeLimit } from "./time-limit";

const MAX_RESPONSE_BYTES = 4 * 1024 * 1024;

export type JsonRequest = {
  method: "GET" | "POST" | "PATCH";
  path: string;
  headers: Readonly<Record<string, string>>;
  /** Sent as it is; JSON unless the headers say otherwise. */
  body?: string;
};
/** `body` is null where the response has none, or none that is JSON. */
export type JsonResponse = { status: number; body: unknown };
type JsonClient = (request: JsonRequest) => Promise<JsonResponse>;

/**
 * The HTTP client of a vendor whose SDK would be too large for the few calls made (decision 0306). Throws {@link
 * GatewayUnavailable} when no whole response came in time. Redirects are not followed: they would take the credentials
 * to another address.
 */
export function createJsonClient(options: { vendor: string; base: URL; timeLimitMs: number }): JsonClient {
  const { vendor, base, timeLimitMs } = options;
  return async ({ method, path, headers, body }) => {
    const stop = new AbortController();
    try {
      return await withinTimeLimit(vendor, timeLimitMs, send());
    } catch (error) {
      if (error instanceof GatewayUnavailable) throw error;
      throw new GatewayUnavailable(`${vendor} gave no usable answer: none came`);
    } finally {
      stop.abort();
    }

    async function send(): Promise<JsonResponse> {
      const response = await fetch(new URL(path, base), {
        method,
        headers: {
          Accept: "application/json",
          ...(body === undefined ? {} : { "Content-Type": "application/json" }),
          ...headers,
          ...requestHeader(),
        },
        ...(body === undefined ? {} : { body }),
        redirect: "manual",
        signal: stop.signal,
      });
      return { status: response.status, body: jsonOf(await textOf(response)) };
    }
  };
}

async function textOf(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > MAX_RESPONSE_BYTES) throw new Error("the response is too long");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** A response in another shape is treated as no response: the outcome stays unknown. */
export function readJson<T>(vendor: string, schema: z.ZodType<T>, body: unknown): T {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw new GatewayUnavailable(`${vendor} gave no usable answer: the body has another shape`);
}

/** An explanation. A value of another type counts as absent: it must not make the status of the money unreadable. */
export const optionalText = z.string().nullish().catch(null);

/** A time with its offset, ISO 8601; null where it is absent or unreadable. */
export const vendorTime = z.iso
  .datetime({ offset: true })
  .transform((text) => new Date(text))
  .nullable()
  .catch(null);
