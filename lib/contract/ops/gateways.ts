import { z } from "zod";
import { PAYMENT_METHODS } from "../statuses";
import { identifierField } from "./fields";
import type { OpsOperations } from "./operation";

export const CIRCUIT_STATES = ["closed", "open", "half_open"] as const;

const healthSchema = z.looseObject({
  state: z.enum(CIRCUIT_STATES).meta({
    description:
      "closed: in use. open: skipped after repeated failures. half_open: one payment is trying it out.",
  }),
  consecutive_failures: z
    .int()
    .meta({ description: "Lately, without an answer in between; 0 unless closed." }),
  opened_at: z.iso.datetime().nullable(),
  next_trial_at: z.iso.datetime().nullable().meta({
    description:
      "When a payment may try it out again; null when the next one may, and when the circuit is closed.",
  }),
  last_failure_at: z.iso.datetime().nullable(),
  last_failure: z.string().nullable(),
});

export const GATEWAY_OPERATIONS = {
  "gateways.list": {
    method: "POST",
    path: "/v1/ops/gateways/list",
    summary:
      "The gateways of the service: what they can do, how they are, what they did with recent payments.",
    isRead: true,
    request: z.strictObject({}),
    response: z.looseObject({
      gateways: z.array(
        z.looseObject({
          name: z.string(),
          test: z
            .boolean()
            .optional()
            .meta({ description: "Whether no money is moved by it: the simulator." }),
          takes_payments: z.boolean().optional().meta({
            description:
              "False: rules may not name it and routing skips it; what it has already is still finished and refunded.",
          }),
          capabilities: z.looseObject({
            methods: z.array(z.enum(PAYMENT_METHODS)),
            currencies: z.array(z.string()).nullable().meta({ description: "Null for all." }),
            voids: z.boolean().meta({ description: "Whether an open checkout can be closed there." }),
            notifies: z.boolean().meta({ description: "Whether it reports by itself." }),
          }),
          health: healthSchema,
          recent: z
            .looseObject({ opened: z.int(), failed: z.int(), skipped: z.int() })
            .meta({ description: "What became of the merchant's payments of `recent_payments` here." }),
        }),
      ),
      recent_payments: z.looseObject({
        since: z.iso.datetime(),
        count: z.int(),
        complete: z.boolean().meta({ description: "False: only the newest since then are counted." }),
      }),
    }),
    refusals: {},
  },
  "gateways.reset": {
    method: "POST",
    path: "/v1/ops/gateways/reset",
    summary: "Puts a gateway back in use that is skipped after failures.",
    request: z.strictObject({ gateway: identifierField }),
    response: z.looseObject({ gateway: z.string(), health: healthSchema }),
    refusals: { 404: "The service has no such gateway." },
  },
} as const satisfies OpsOperations;
