import type { WEBHOOK_OPERATIONS } from "@/lib/contract/ops/webhooks";
import { MAX_ENDPOINTS } from "../../domain/webhooks/webhook-endpoint";
import { createWebhookEndpoint } from "../../usecases/webhooks/create-webhook-endpoint";
import { deleteWebhookEndpoint } from "../../usecases/webhooks/delete-webhook-endpoint";
import { findWebhookDelivery } from "../../usecases/webhooks/find-webhook-delivery";
import { listWebhookEndpoints } from "../../usecases/webhooks/list-webhook-endpoints";
import { type ReplayRefusal, replayWebhook } from "../../usecases/webhooks/replay-webhook";
import {
  MAX_REPLAYED_AT_ONCE,
  type ReplayRangeRefusal,
  replayWebhookRange,
} from "../../usecases/webhooks/replay-webhook-range";
import { rotateWebhookSecret } from "../../usecases/webhooks/rotate-webhook-secret";
import { searchWebhookDeliveries } from "../../usecases/webhooks/search-webhook-deliveries";
import { sendTestWebhook } from "../../usecases/webhooks/send-test-webhook";
import { updateWebhookEndpoint } from "../../usecases/webhooks/update-webhook-endpoint";
import { type OpsHandlers, type OpsRefusal, refuseOps, refuseOpsFields } from "./handler";
import { refuseCursor } from "./page";
import { presentAttempt, presentDelivery, presentEndpoint, presentListedEndpoint } from "./present-webhook";

const HOUR_MS = 60 * 60 * 1000;

const NO_ENDPOINT = refuseOps(404, "Webhook endpoint not found.");
const NO_DELIVERY = refuseOps(404, "Webhook delivery not found.");
const DISABLED = refuseOps(409, "The endpoint is disabled. Enable it first.");

const invalidUrl = (text: string): OpsRefusal => refuseOpsFields([{ field: "url", text }]);
const instant = (text: string | null | undefined): Date | null =>
  typeof text === "string" ? new Date(text) : null;

export const webhookHandlers: OpsHandlers<keyof typeof WEBHOOK_OPERATIONS> = {
  "webhooks.endpoints": async (deps, { merchantId }) => {
    const endpoints = await listWebhookEndpoints(deps, merchantId);
    return { status: 200, body: { endpoints: endpoints.map(presentListedEndpoint) } };
  },

  "webhooks.create": async (deps, { merchantId }, input) => {
    const created = await createWebhookEndpoint(deps, merchantId, input);
    if (created.ok) {
      const { endpoint, secret } = created.value;
      return { status: 200, body: { ...presentEndpoint(endpoint), secret } };
    }
    switch (created.error.kind) {
      case "invalid_url":
        return invalidUrl(created.error.text);
      case "too_many":
        return refuseOps(409, `The merchant has ${MAX_ENDPOINTS} endpoints already. Delete one first.`);
    }
  },

  "webhooks.update": async (deps, { merchantId }, input) => {
    const updated = await updateWebhookEndpoint(deps, merchantId, input.endpoint_id, {
      url: input.url ?? null,
      description: input.description ?? null,
      events: input.events ?? null,
      enabled: input.enabled ?? null,
    });
    if (updated.ok) return { status: 200, body: presentEndpoint(updated.value) };
    switch (updated.error.kind) {
      case "not_found":
        return NO_ENDPOINT;
      case "invalid_url":
        return invalidUrl(updated.error.text);
    }
  },

  "webhooks.delete": async (deps, { merchantId }, input) => {
    const isDeleted = await deleteWebhookEndpoint(deps, merchantId, input.endpoint_id);
    return isDeleted ? { status: 200, body: { endpoint_id: input.endpoint_id } } : NO_ENDPOINT;
  },

  "webhooks.rotate_secret": async (deps, { merchantId }, input) => {
    const overlapMs = input.overlap_hours * HOUR_MS;
    const rotated = await rotateWebhookSecret(deps, merchantId, input.endpoint_id, overlapMs);
    if (rotated === null) return NO_ENDPOINT;
    return {
      status: 200,
      body: {
        endpoint_id: input.endpoint_id,
        secret: rotated.secret,
        previous_secret_expires_at: rotated.previousExpiresAt.toISOString(),
      },
    };
  },

  "webhooks.test": async (deps, { merchantId }, input) => {
    const sent = await sendTestWebhook(deps, merchantId, input.endpoint_id);
    if (sent.ok) return { status: 200, body: presentDelivery(sent.value) };
    switch (sent.error.kind) {
      case "not_found":
        return NO_ENDPOINT;
      case "disabled":
        return DISABLED;
    }
  },

  "webhooks.deliveries": async (deps, { merchantId }, input) => {
    const page = await searchWebhookDeliveries(deps, merchantId, {
      endpointId: input.endpoint_id ?? null,
      paymentId: input.transaction_id ?? null,
      reference: input.merchant_transaction_id ?? null,
      status: input.status ?? null,
      event: input.event ?? null,
      isRetrying: input.retrying ?? null,
      isQueued: input.queued ?? null,
      from: instant(input.from),
      until: instant(input.until),
      cursor: input.cursor ?? null,
      limit: input.limit,
    });
    if (!page.ok) return refuseCursor();
    const { deliveries, nextCursor } = page.value;
    return { status: 200, body: { deliveries: deliveries.map(presentDelivery), next_cursor: nextCursor } };
  },

  "webhooks.delivery": async (deps, { merchantId }, input) => {
    const found = await findWebhookDelivery(deps, merchantId, input.delivery_id);
    if (found === null) return NO_DELIVERY;
    const { delivery, body, attempts } = found;
    return {
      status: 200,
      body: { ...presentDelivery(delivery), body, attempt_log: attempts.map(presentAttempt) },
    };
  },

  "webhooks.replay": async (deps, { merchantId }, input) => {
    const replayed = await replayWebhook(deps, merchantId, input.delivery_id);
    return replayed.ok
      ? { status: 200, body: presentDelivery(replayed.value) }
      : respondToReplay(replayed.error);
  },

  "webhooks.replay_range": async (deps, { merchantId }, input) => {
    const [from, until] = [new Date(input.from), new Date(input.until)];
    if (from >= until) return refuseOpsFields([{ field: "until", text: "Must be later than from." }]);
    const replayed = await replayWebhookRange(deps, merchantId, {
      endpointId: input.endpoint_id,
      from,
      until,
      onlyFailed: input.only_failed,
    });
    return replayed.ok
      ? { status: 200, body: { replayed: replayed.value } }
      : respondToReplayRange(replayed.error);
  },
};

function respondToReplay(refusal: ReplayRefusal): OpsRefusal {
  switch (refusal.kind) {
    case "delivery_not_found":
      return NO_DELIVERY;
    case "endpoint_not_found":
      return refuseOps(404, "The webhook endpoint of this delivery has been deleted.");
    case "disabled":
      return DISABLED;
    case "under_way":
      return refuseOps(409, "The delivery is being sent right now. Try again in a moment.");
  }
}

function respondToReplayRange(refusal: ReplayRangeRefusal): OpsRefusal {
  switch (refusal.kind) {
    case "not_found":
      return NO_ENDPOINT;
    case "disabled":
      return DISABLED;
    case "too_many":
      return refuseOps(
        422,
        `More than ${MAX_REPLAYED_AT_ONCE.toLocaleString("en")} deliveries are in this range. Choose a shorter one.`,
      );
  }
}
