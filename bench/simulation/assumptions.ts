import { COSTS, type Cost } from "./figures";

/** What the simulation assumes because nobody has measured it. docs/scale-simulation.md lists each of these. */

export type Step = {
  cost: Cost;
  /** After the creation was accepted. */
  afterMs: number;
  /** `merchant` counts towards the limit of a key, `other` is the customer's browser or the gateway, `job` is the worker. */
  from: "merchant" | "other" | "job";
  isOfRefund: boolean;
};

export const CREATION: Step = {
  cost: COSTS.initiatePayment,
  afterMs: 0,
  from: "merchant",
  isOfRefund: false,
};

/**
 * What follows a creation. Checkout, notification and job cost as much as a creation each, as in docs/scale.md. The times
 * between are seconds instead of minutes: only the rates matter, and a run has to reach its steady state soon.
 */
export const FOLLOWING: readonly Step[] = [
  { cost: COSTS.initiatePayment, afterMs: 1_000, from: "other", isOfRefund: false },
  { cost: COSTS.transactionStatus, afterMs: 2_000, from: "merchant", isOfRefund: false },
  { cost: COSTS.initiatePayment, afterMs: 3_000, from: "other", isOfRefund: false },
  { cost: COSTS.initiatePayment, afterMs: 3_100, from: "job", isOfRefund: false },
  { cost: COSTS.transactionStatus, afterMs: 4_000, from: "merchant", isOfRefund: false },
  { cost: COSTS.refundInitiate, afterMs: 5_000, from: "merchant", isOfRefund: true },
  { cost: COSTS.refundStatus, afterMs: 5_500, from: "merchant", isOfRefund: true },
  { cost: COSTS.refundStatus, afterMs: 6_000, from: "merchant", isOfRefund: true },
];

/** A request beyond the rate limit is refused after its hash was checked; a status request does little more than that. */
export const REFUSAL_MS = COSTS.transactionStatus.programMs;

/** Pauses before a refused request is sent again, on average; each is drawn from half to one and a half times of it. */
export const RETRY_PAUSES_MS = [1_000, 2_000, 4_000, 8_000, 16_000];

/** A healthy gateway opens a checkout in this time. */
export const GATEWAY_MS = 200;

/** Each payment's rule lists all of them, and begins with each one equally often. */
export const GATEWAYS = 4;

/** Half full at 1,000 payments a second: 1.9 and 0.5 processors of work for the programs, 4.0 for the database. */
export const PROCESSORS = { service: 4, worker: 2, database: 8 };
