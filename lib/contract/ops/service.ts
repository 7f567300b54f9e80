import { capabilitiesResponseSchema } from "../responses";
import type { OpsOperations } from "./operation";

export const SERVICE_OPERATIONS = {
  capabilities: {
    method: "GET",
    path: "/v1/ops/capabilities",
    summary: "What this service offers beside the specified endpoints.",
    isRead: true,
    request: null,
    response: capabilitiesResponseSchema,
    refusals: {},
  },
} as const satisfies OpsOperations;
