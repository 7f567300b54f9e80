import { type GatewayAttempt, NO_TIME_LEFT } from "../payments/decision";

/**
 * Where a payment in shadow would have gone under the candidate rules. `own`: to the gateway that it went to; `other`: to one that
 * was not asked for it; `none`: each of theirs was asked or skipped for it in vain.
 */
type ShadowPath = { kind: "own" | "other"; gateway: string } | { kind: "none" };

/**
 * Follows the candidate rules' gateways in their order. What is known of a gateway for this very payment, that it was skipped, did
 * not open a checkout, or opened one, would have been so under the candidate rules, too.
 */
export function shadowPath(order: readonly string[], attempts: readonly GatewayAttempt[]): ShadowPath {
  for (const gateway of order) {
    const attempt = attempts.find((one) => one.gateway === gateway);
    if (attempt?.outcome === "opened") return { kind: "own", gateway };
    if (attempt === undefined || isForLackOfTime(attempt)) return { kind: "other", gateway };
  }
  return { kind: "none" };
}

/** It came after gateways that took too long: earlier in another order it would have been asked. */
function isForLackOfTime(attempt: GatewayAttempt): boolean {
  return attempt.outcome === "skipped" && attempt.message === NO_TIME_LEFT;
}
