import type { FastifyRequest } from "fastify";
import type { Answer } from "./answer";
import type { RateLimiter } from "./rate-limit";
import { sourceOf } from "./source";

/**
 * What a request is answered that its salt has not proven: its refusal, or 429 when too many of its source have failed.
 * Judged after the proof, so that a proven request of the same source is never refused for the failed ones.
 */
export function answerUnauthenticated(
  limiter: RateLimiter,
  request: FastifyRequest,
  failure: { apiKey: string | null; refusal: Answer; tooMany: (waitSeconds: number) => Answer },
): Answer {
  const waitSeconds = limiter.takeFailed(sourceOf(request), failure.apiKey);
  return waitSeconds > 0 ? failure.tooMany(waitSeconds) : failure.refusal;
}
