import type { FastifyRequest } from "fastify";
import type { HttpResponse } from "./response";
import type { RateLimiter } from "./rate-limit";
import { sourceOf } from "./source";

/**
 * The response to an unauthenticated request: its refusal, or 429 when too many of its source have failed. Counted
 * after authentication, so that an authenticated request of the same source is never refused for the failed ones.
 */
export function respondUnauthenticated(
  limiter: RateLimiter,
  request: FastifyRequest,
  failure: { apiKey: string | null; refusal: HttpResponse; tooMany: (waitSeconds: number) => HttpResponse },
): HttpResponse {
  const waitSeconds = limiter.takeFailed(sourceOf(request), failure.apiKey);
  return waitSeconds > 0 ? failure.tooMany(waitSeconds) : failure.refusal;
}
