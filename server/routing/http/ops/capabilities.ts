import { OPS_OPERATIONS } from "@/lib/contract/endpoints";
import type { OpsHandler } from "./handler";

const CAPABILITIES = { version: 1, idempotency: true, operations: Object.values(OPS_OPERATIONS) };

/** What this service offers beyond the specification, so that a dashboard shows what it can do. */
export const capabilities: OpsHandler = () => Promise.resolve({ status: 200, body: CAPABILITIES });
