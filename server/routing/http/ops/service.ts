import { OPS } from "@/lib/contract/ops";
import type { SERVICE_OPERATIONS } from "@/lib/contract/ops/service";
import type { OpsHandlers } from "./handler";

const CAPABILITIES = {
  version: 1,
  idempotency: true,
  operations: Object.keys(OPS).filter((name) => name !== "capabilities"),
};

export const serviceHandlers: OpsHandlers<keyof typeof SERVICE_OPERATIONS> = {
  capabilities: () => Promise.resolve({ status: 200, body: CAPABILITIES }),
};
