import { z } from "zod";
import {
  ENDPOINT_EVENTS,
  MAX_QUEUED_COUNTED,
  PAYMENT_WEBHOOK_EVENTS,
  WEBHOOK_DELIVERY_STATUSES,
  WEBHOOK_DISABLED_REASONS,
  WEBHOOK_ERRORS,
  WEBHOOK_EVENTS,
} from "../webhook-constants";
import { isAcceptedText, NOT_ACCEPTED } from "../../text";
import { cursorField, identifierField, instantField, limitField, nextCursorField } from "./fields";
import type { OpsOperations } from "./operation";

const ENDPOINT_NOT_FOUND = "The merchant has no such endpoint.";
const DELIVERY_NOT_FOUND = "The merchant has no such delivery.";
const DISABLED = "The endpoint is disabled; enable it first.";

const urlField = z.string("Must be a string.").meta({
  description:
    "Where requests go: https, without credentials and fragment, at an address of the public internet. Redirects are not followed.",
});

const MAX_DESCRIPTION = 200;
const descriptionField = z
  .string("Must be a string.")
  .max(MAX_DESCRIPTION, `Must be at most ${MAX_DESCRIPTION} characters.`)
  .refine(isAcceptedText, NOT_ACCEPTED);

const EVENTS_FAULT = `Must be a list of one or more of ${ENDPOINT_EVENTS.join(", ")}.`;
const eventsField = z
  .array(z.enum(ENDPOINT_EVENTS, `Must be one of ${ENDPOINT_EVENTS.join(", ")}.`), EVENTS_FAULT)
  .min(1, EVENTS_FAULT)
  .max(ENDPOINT_EVENTS.length, EVENTS_FAULT)
  .refine((events) => new Set(events).size === events.length, "Must not name an event twice.");

const MAX_OVERLAP_HOURS = 24 * 30;
const DEFAULT_OVERLAP_HOURS = 24;
const OVERLAP_FAULT = `Must be a whole number from 0 to ${MAX_OVERLAP_HOURS}.`;

const webhookEndpointSchema = z.looseObject({
  endpoint_id: z.string(),
  url: z.string(),
  description: z.string(),
  events: z.array(z.string()),
  enabled: z.boolean(),
  disabled_reason: z
    .enum(WEBHOOK_DISABLED_REASONS)
    .nullable()
    .meta({ description: "GONE: it answered 410. FAILING: it failed for days without one success." }),
  disabled_at: z.string().nullable(),
  created_at: z.string(),
  consecutive_failures: z.int().meta({ description: "Failed attempts since the last success." }),
  failing_since: z.string().nullable(),
  held_until: z.string().nullable().meta({
    description:
      "An endpoint that keeps failing is paused: it gets no request before this time. A test, a replay, or an update with enabled true ends the pause.",
  }),
  queued_deliveries: z
    .int()
    .optional()
    .meta({
      description: `Only in lists, and only while the endpoint is paused: how many deliveries wait for it, ${MAX_QUEUED_COUNTED} when there are more.`,
    }),
  last_success_at: z.string().nullable().meta({ description: "Exact to a minute." }),
  previous_secret_expires_at: z
    .string()
    .nullable()
    .meta({ description: "Until then, requests are signed with the secret before the present one as well." }),
});

const secretField = z.string().meta({ description: "The signing secret. Returned this once." });

const webhookDeliverySchema = z.looseObject({
  delivery_id: z.string().meta({ description: "The webhook-id of every attempt." }),
  endpoint_id: z.string(),
  event: z.enum(WEBHOOK_EVENTS),
  sequence: z.int().nullable().meta({ description: "As in the body; null for a test." }),
  transaction_id: z.string().nullable(),
  merchant_transaction_id: z.string().nullable(),
  occurred_at: z.string(),
  status: z.enum(WEBHOOK_DELIVERY_STATUSES).meta({
    description:
      "WAITING: due now or later. FAILED: given up. SET_ASIDE: the endpoint was disabled or deleted first. The last two can be replayed.",
  }),
  attempts: z.int(),
  next_attempt_at: z.string().nullable().meta({
    description:
      "Not before this time, nor before the end of its endpoint's pause; null when none is to come.",
  }),
  last_attempt_at: z.string().nullable(),
  last_response_status: z.int().nullable(),
  last_error: z.enum(WEBHOOK_ERRORS).nullable(),
  completed_at: z.string().nullable(),
});

const webhookAttemptSchema = z.looseObject({
  number: z.int(),
  url: z.string(),
  started_at: z.string(),
  duration_ms: z.int(),
  request_headers: z.record(z.string(), z.string()),
  response_status: z.int().nullable(),
  response_headers: z.record(z.string(), z.string()).nullable(),
  response_body: z.string().nullable().meta({ description: "The first 4 KiB." }),
  response_body_is_cut: z.boolean().nullable(),
  error: z.enum(WEBHOOK_ERRORS).nullable().meta({ description: "Why there was no answer." }),
  error_message: z.string().nullable(),
});

const endpointRequest = z.strictObject({ endpoint_id: identifierField });
const deliveryRequest = z.strictObject({ delivery_id: identifierField });

export const WEBHOOK_OPERATIONS = {
  "webhooks.endpoints": {
    method: "POST",
    path: "/v1/ops/webhooks/endpoints",
    summary: "Every webhook endpoint of the merchant, oldest first; there are at most 20.",
    isRead: true,
    request: z.strictObject({}),
    response: z.looseObject({ endpoints: z.array(webhookEndpointSchema) }),
    refusals: {},
  },
  "webhooks.create": {
    method: "POST",
    path: "/v1/ops/webhooks/create",
    summary: "Adds a webhook endpoint and tells its signing secret, once.",
    request: z.strictObject({
      url: urlField,
      description: descriptionField.nullish().transform((text) => text ?? ""),
      events: eventsField
        .nullish()
        .transform((events) => events ?? [...PAYMENT_WEBHOOK_EVENTS])
        .meta({ description: "Which events it gets; all of payments, and none of refunds, when left out." }),
    }),
    response: webhookEndpointSchema.extend({ secret: secretField }),
    refusals: { 409: "The merchant has 20 endpoints already." },
  },
  "webhooks.update": {
    method: "POST",
    path: "/v1/ops/webhooks/update",
    summary: "Changes a webhook endpoint's settings, enables or disables it. What is left out stays.",
    request: z.strictObject({
      endpoint_id: identifierField,
      url: urlField.nullish(),
      description: descriptionField.nullish(),
      events: eventsField.nullish(),
      enabled: z.boolean("Must be true or false.").nullish().meta({
        description:
          "A disabled endpoint gets nothing; what waits for it is set aside. True on an enabled endpoint ends its pause after failures.",
      }),
    }),
    response: webhookEndpointSchema,
    refusals: { 404: ENDPOINT_NOT_FOUND },
  },
  "webhooks.delete": {
    method: "POST",
    path: "/v1/ops/webhooks/delete",
    summary: "Removes a webhook endpoint. What waits for it is set aside; its log stays.",
    request: endpointRequest,
    response: z.looseObject({ endpoint_id: z.string() }),
    refusals: { 404: ENDPOINT_NOT_FOUND },
  },
  "webhooks.rotate_secret": {
    method: "POST",
    path: "/v1/ops/webhooks/rotate-secret",
    summary: "Gives an endpoint a new signing secret; for a while both it and the one before sign.",
    request: z.strictObject({
      endpoint_id: identifierField,
      overlap_hours: z
        .int(OVERLAP_FAULT)
        .min(0, OVERLAP_FAULT)
        .max(MAX_OVERLAP_HOURS, OVERLAP_FAULT)
        .nullish()
        .transform((hours) => hours ?? DEFAULT_OVERLAP_HOURS)
        .meta({
          description: `How long the old secret signs as well; ${DEFAULT_OVERLAP_HOURS} when left out.`,
        }),
    }),
    response: z.looseObject({
      endpoint_id: z.string(),
      secret: secretField,
      previous_secret_expires_at: z.string(),
    }),
    refusals: { 404: ENDPOINT_NOT_FOUND },
  },
  "webhooks.test": {
    method: "POST",
    path: "/v1/ops/webhooks/test",
    summary: "Sends a webhook.test event to an endpoint, as payments' events are sent.",
    request: endpointRequest,
    response: webhookDeliverySchema,
    refusals: { 404: ENDPOINT_NOT_FOUND, 409: DISABLED },
  },
  "webhooks.deliveries": {
    method: "POST",
    path: "/v1/ops/webhooks/deliveries",
    summary: "The log of webhooks, newest first.",
    isRead: true,
    request: z.strictObject({
      endpoint_id: identifierField.nullish(),
      transaction_id: identifierField.nullish(),
      merchant_transaction_id: identifierField.nullish(),
      status: z
        .enum(WEBHOOK_DELIVERY_STATUSES, `Must be one of ${WEBHOOK_DELIVERY_STATUSES.join(", ")}.`)
        .nullish(),
      event: z.enum(WEBHOOK_EVENTS, `Must be one of ${WEBHOOK_EVENTS.join(", ")}.`).nullish(),
      retrying: z.boolean("Must be true or false.").nullish().meta({
        description: "True: only WAITING ones whose last attempt failed. False: only the other WAITING ones.",
      }),
      queued: z.boolean("Must be true or false.").nullish().meta({
        description: "True: only what waits for an endpoint that is paused now. False: everything but that.",
      }),
      from: instantField.nullish().meta({ description: "Events that happened at this time or later." }),
      until: instantField.nullish().meta({ description: "Events that happened before this time." }),
      cursor: cursorField,
      limit: limitField,
    }),
    response: z.looseObject({ deliveries: z.array(webhookDeliverySchema), next_cursor: nextCursorField }),
    refusals: {},
  },
  "webhooks.delivery": {
    method: "POST",
    path: "/v1/ops/webhooks/delivery",
    summary:
      "One delivery with its body and its last 100 attempts: what was sent, what came back, how long it took.",
    isRead: true,
    request: deliveryRequest,
    response: webhookDeliverySchema.extend({
      body: z.string().meta({ description: "Sent byte for byte in every attempt." }),
      attempt_log: z.array(webhookAttemptSchema),
    }),
    refusals: { 404: DELIVERY_NOT_FOUND },
  },
  "webhooks.replay": {
    method: "POST",
    path: "/v1/ops/webhooks/replay",
    summary: "Sends one delivery again at once, with the same webhook-id and body.",
    request: deliveryRequest,
    response: webhookDeliverySchema,
    refusals: {
      404: "The merchant has no such delivery, or its endpoint has been deleted.",
      409: "The endpoint is disabled, or the delivery is being sent right now.",
    },
  },
  "webhooks.replay_range": {
    method: "POST",
    path: "/v1/ops/webhooks/replay-range",
    summary: "Sends an endpoint's deliveries of a span of time again, oldest first, spread out.",
    request: z.strictObject({
      endpoint_id: identifierField,
      from: instantField.meta({ description: "Events that happened at this time or later." }),
      until: instantField.meta({ description: "Events that happened before this time." }),
      only_failed: z
        .boolean("Must be true or false.")
        .nullish()
        .transform((only) => only ?? true)
        .meta({ description: "Leaves out what was delivered; true when left out." }),
    }),
    response: z.looseObject({ replayed: z.int().meta({ description: "How many are on their way again." }) }),
    refusals: {
      404: ENDPOINT_NOT_FOUND,
      409: DISABLED,
      422: "More than 10,000 deliveries are in the range; nothing was replayed.",
    },
  },
} as const satisfies OpsOperations;
