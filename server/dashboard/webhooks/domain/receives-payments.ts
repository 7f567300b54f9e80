import type { ComposedRole } from "@/lib/can";

/** What an endpoint's receiver gets: every payment, as it is looked up. Who sets an address could be the receiver. */
export const RECEIVES_PAYMENTS: ComposedRole = {
  id: "webhook",
  name: "webhook",
  permissions: ["view_payments"],
  refundLimits: null,
  approveLimits: null,
};
