import type { OpsHandler } from "./routes";

const CAPABILITIES = {
  version: 1,
  idempotency: true,
  operations: ["refunds.balance", "refunds.search"],
} as const;

/** What this service offers beyond the specification, so that a dashboard shows what it can do. */
export const capabilities: OpsHandler = () => Promise.resolve({ status: 200, body: CAPABILITIES });
