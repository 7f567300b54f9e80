import { z } from "zod";
import { capabilitiesResponseSchema } from "../responses";
import type { OpsOperations } from "./operation";

const workSchema = z.looseObject({
  state: z.enum(["works", "late", "down"]).meta({
    description: "late: something due has waited for over a minute. down: no worker is alive.",
  }),
  since: z.iso.datetime().nullable().meta({ description: "Null where it works, and where it is not known." }),
});

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
  "service.status": {
    method: "POST",
    path: "/v1/ops/service/status",
    summary: "Whether the service's jobs and webhooks move on. States and times, of all merchants together.",
    isRead: true,
    request: z.strictObject({}),
    response: z.looseObject({
      jobs: workSchema.meta({ description: "Refunds, polls of gateways, reversals." }),
      webhooks: workSchema,
    }),
    refusals: {},
  },
} as const satisfies OpsOperations;
