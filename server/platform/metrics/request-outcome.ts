/** The outcome of a request for its metrics, from its status. */
export function requestOutcome(status: number): "ok" | "refused" | "unauthenticated" | "limited" | "error" {
  if (status >= 500) return "error";
  if (status === 429) return "limited";
  if (status === 401) return "unauthenticated";
  return status >= 400 ? "refused" : "ok";
}
