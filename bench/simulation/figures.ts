/** Every number that the simulation takes from elsewhere, with its source. What it assumes itself is in assumptions.ts. */

/** Processor time of one request in milliseconds, of a program and of the database. */
export type Cost = { programMs: number; databaseMs: number };

/** docs/scale.md, "The cost of one payment": `npm run bench` with 64 callers, before creations were batched (0323). */
export const COSTS = {
  initiatePayment: { programMs: 0.54, databaseMs: 0.97 },
  transactionStatus: { programMs: 0.11, databaseMs: 0.02 },
  refundInitiate: { programMs: 0.58, databaseMs: 0.85 },
  refundStatus: { programMs: 0.1, databaseMs: 0.02 },
} as const satisfies Record<string, Cost>;

/** docs/scale.md, same section: for every twenty payments one refund. */
export const REFUNDS_PER_PAYMENT = 0.05;

/** docs/scale.md, "The limit that the specification sets": payments a second of one merchant. */
export const MOST_OF_A_MERCHANT = 1_000;

/** docs/api.md, "Limits": requests of a key on each process. */
export const KEY_LIMIT = { perSecond: 500, burst: 1_000 };

/** docs/configuration.md, GATEWAY_TIME_LIMIT_MS: a call that takes as long is given up. */
export const GATEWAY_LIMIT_MS = 10_000;

/** docs/configuration.md, CIRCUIT_FAILURES, CIRCUIT_WINDOW_MS and CIRCUIT_OPEN_MS; server/routing/compose.ts adds the lease. */
export const CIRCUIT = { failures: 5, windowMs: 60_000, openMs: 30_000, trialLeaseMs: 17_000 };

/** docs/configuration.md, ROUTING_TIMEOUT_MS: how long the dashboard waits for the service. Merchants are taken to be like it. */
export const PATIENCE_MS = 15_000;
