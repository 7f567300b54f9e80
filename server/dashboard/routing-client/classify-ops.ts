import type { ZodType } from "zod";
import type { Answer } from "./answer";
import type { Exchange } from "./exchange";

/**
 * Like {@link import("./classify").classify} for the ops extension. Its calls only read, so a refusal matters just for
 * what to tell: a key that was refused, calls that come too fast, something that is not there.
 */
export function classifyOps<T>(
  expected: { schema: ZodType<T>; isAboutRequest: (value: T) => boolean },
  outcome: Exchange,
): Answer<T> {
  if (outcome.kind === "not_sent") return { kind: "not_sent" };
  if (outcome.kind === "lost") return { kind: "unknown", reason: outcome.reason };
  if (outcome.status === 401) return { kind: "refused", refusal: { kind: "key_refused" } };
  if (outcome.status === 404) return { kind: "refused", refusal: { kind: "not_found", message: "" } };
  if (outcome.status === 429) return { kind: "refused", refusal: { kind: "busy", retryAfterSeconds: 1 } };
  if (outcome.status !== 200) return { kind: "unknown", reason: "undocumented_status" };

  let body: unknown;
  try {
    body = JSON.parse(outcome.body);
  } catch {
    return { kind: "unknown", reason: "wrong_shape" };
  }
  const parsed = expected.schema.safeParse(body);
  if (!parsed.success) return { kind: "unknown", reason: "wrong_shape" };
  if (!expected.isAboutRequest(parsed.data)) return { kind: "unknown", reason: "other_subject" };
  return { kind: "answered", value: parsed.data };
}
