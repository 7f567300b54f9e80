import type { DeclineCodes } from "../../domain/payments/decline-reason";

/** What the simulator declines with (`fate.ts`). */
export const SIMULATOR_DECLINE_CODES: DeclineCodes = {
  insufficient_funds: "insufficient_funds",
  authentication_failed: "authentication_failed",
  expired_card: "expired_card",
  do_not_honor: "issuer_declined",
  card_declined: "issuer_declined",
  sim_outage: "unknown",
};
