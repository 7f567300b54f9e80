import { type Finding, ok, problem, warning } from "../finding";

/** The outcome of a signed status request for a reference that no payment has. */
export type ServiceCall = "accepted" | "key_refused" | "not_sent" | "busy" | "other";

export function checkService(address: string, outcome: ServiceCall): Finding {
  const check = "dashboard reaches the service";
  switch (outcome) {
    case "accepted":
      return ok(check, `${address} accepts its key and signature`);
    case "busy":
      return warning(
        check,
        `${address} accepts the key and is busy (429)`,
        "Run the command again. If it stays busy, raise the rate limit of the merchant.",
      );
    case "key_refused":
      return problem(
        check,
        `${address} refuses the key or the signature (401)`,
        "Correct ROUTING_API_KEY and ROUTING_API_SALT: the key may have been revoked.",
      );
    case "not_sent":
      return problem(
        check,
        `nothing responds at ${address}`,
        "Start the service, or correct ROUTING_BASE_URL.",
      );
    case "other":
      return problem(
        check,
        `${address} does not respond as the specification says`,
        "Correct ROUTING_BASE_URL. If it is right, read the service's log.",
      );
  }
}
