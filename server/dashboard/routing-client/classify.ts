import { z, type ZodType } from "zod";
import { ENDPOINTS, type EndpointName, type ErrorShape } from "@/lib/contract/endpoints";
import {
  authErrorSchema,
  fieldListErrorSchema,
  messageDataErrorSchema,
  messageErrorSchema,
} from "@/lib/contract/responses";
import type { Answer, Refusal } from "./answer";
import type { Exchange } from "./exchange";

const MAX_MESSAGE_LENGTH = 300;
/** Line breaks, escape codes and halves of characters have no place in a sentence shown to people (failure 39). */
const CONTROLS = /[\p{Cc}\p{Surrogate}]/gu;
const DEFAULT_RETRY_AFTER_SECONDS = 1;
const MAX_RETRY_AFTER_SECONDS = 3_600;

/** What an endpoint's good answer looks like, and whether it speaks of what was asked. */
export type Expectation<T> = {
  statuses: readonly number[];
  schema: ZodType<T>;
  isAboutRequest: (value: T) => boolean;
};

/**
 * Turns what came over the wire into what is known. Only a documented shape under its documented status counts as an
 * answer or a refusal; everything else, a proxy's page included, leaves the call unknown (failures 7 to 9).
 */
export function classify<T>(endpoint: EndpointName, expected: Expectation<T>, outcome: Exchange): Answer<T> {
  switch (outcome.kind) {
    case "not_sent":
      return { kind: "not_sent" };
    case "lost":
      return { kind: "unknown", reason: outcome.reason };
    case "response":
      return classifyResponse(endpoint, expected, outcome);
  }
}

function classifyResponse<T>(
  endpoint: EndpointName,
  expected: Expectation<T>,
  response: { status: number; retryAfter: string | null; body: string },
): Answer<T> {
  const { status } = response;
  if (status >= 500) return { kind: "unknown", reason: "server_error" };
  if (status >= 300 && status < 400) return { kind: "unknown", reason: "redirected" };

  const body = parseJson(response.body);
  if (expected.statuses.includes(status)) {
    const parsed = expected.schema.safeParse(body);
    if (parsed.success) {
      if (!expected.isAboutRequest(parsed.data)) return { kind: "unknown", reason: "other_subject" };
      return { kind: "answered", value: parsed.data };
    }
    // Failure 8: a 2xx that says `success: false` is a refusal, never a success.
    const message = refusalMessage("message", body);
    if (message === null) return { kind: "unknown", reason: "wrong_shape" };
    return { kind: "refused", refusal: { kind: "rejected", status, message } };
  }
  return classifyRefusal(ENDPOINTS[endpoint].errorShape, response, body);
}

function classifyRefusal(
  shape: ErrorShape,
  response: { status: number; retryAfter: string | null },
  body: unknown,
): Answer<never> {
  const { status } = response;
  const refused = (refusal: Refusal): Answer<never> => ({ kind: "refused", refusal });
  if (status === 401) {
    const isDocumented = authErrorSchema.safeParse(body).success;
    return isDocumented ? refused({ kind: "key_refused" }) : { kind: "unknown", reason: "wrong_shape" };
  }
  if (!DEFINITE_STATUSES.includes(status)) return { kind: "unknown", reason: "undocumented_status" };
  const message = refusalMessage(shape, body);
  if (message === null) return { kind: "unknown", reason: "wrong_shape" };
  if (status === 404) return refused({ kind: "not_found", message });
  if (status === 429) {
    return refused({ kind: "busy", retryAfterSeconds: retryAfterSeconds(response.retryAfter) });
  }
  return refused({ kind: "rejected", status, message });
}

/** Sections 7 and D3. 409 and 422 are missing on purpose: D13 answers them while the first call is still at work. */
const DEFINITE_STATUSES: readonly number[] = [400, 404, 405, 413, 415, 429];

/** The service's own words, cut to a length; null when the body has not the documented shape. */
function refusalMessage(shape: ErrorShape, body: unknown): string | null {
  switch (shape) {
    case "message":
      return shorten(messageErrorSchema.safeParse(body).data?.message);
    case "message_data":
      return shorten(messageDataErrorSchema.safeParse(body).data?.message);
    case "field_list": {
      const list = fieldListErrorSchema.safeParse(body).data?.message;
      return shorten(list?.flatMap((entry) => Object.values(entry)).join(" "));
    }
  }
}

function shorten(message: string | undefined): string | null {
  if (message === undefined) return null;
  return [...message.replace(CONTROLS, " ")].slice(0, MAX_MESSAGE_LENGTH).join("");
}

const retryAfterSchema = z
  .string()
  .regex(/^\d{1,9}$/)
  .transform(Number);

function retryAfterSeconds(header: string | null): number {
  const seconds = retryAfterSchema.safeParse(header).data ?? DEFAULT_RETRY_AFTER_SECONDS;
  return Math.min(Math.max(seconds, 1), MAX_RETRY_AFTER_SECONDS);
}

/** A body that holds NUL could not be stored; no documented answer has one. */
function parseJson(text: string): unknown {
  if (text.includes("\\u0000")) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
