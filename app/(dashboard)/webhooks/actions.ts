"use server";

import type { OpsResult } from "@/lib/contract/ops";
import type { EndpointEvent } from "@/lib/contract/webhook-constants";
import type { ActionOutcome } from "@/lib/ops-outcomes";
import { createWebhook } from "@/server/dashboard/webhooks/commands/create-webhook";
import { deleteWebhook } from "@/server/dashboard/webhooks/commands/delete-webhook";
import { replayDeliveries } from "@/server/dashboard/webhooks/commands/replay-deliveries";
import { replayDelivery } from "@/server/dashboard/webhooks/commands/replay-delivery";
import { rotateWebhookSecret } from "@/server/dashboard/webhooks/commands/rotate-webhook-secret";
import { testWebhook } from "@/server/dashboard/webhooks/commands/test-webhook";
import { updateWebhook } from "@/server/dashboard/webhooks/commands/update-webhook";
import { currentCtx } from "@/server/dashboard/context";

export async function createWebhookAction(input: {
  url: string;
  description: string;
  events: EndpointEvent[];
}): Promise<ActionOutcome<OpsResult<"webhooks.create">>> {
  const ctx = await currentCtx();
  return ctx === null ? { kind: "signed_out" } : createWebhook(ctx, input);
}

export async function updateWebhookAction(input: {
  endpointId: string;
  url?: string;
  description?: string;
  events?: EndpointEvent[];
  enabled?: boolean;
}): Promise<ActionOutcome<OpsResult<"webhooks.update">>> {
  const ctx = await currentCtx();
  return ctx === null ? { kind: "signed_out" } : updateWebhook(ctx, input);
}

export async function deleteWebhookAction(input: {
  endpointId: string;
}): Promise<ActionOutcome<OpsResult<"webhooks.delete">>> {
  const ctx = await currentCtx();
  return ctx === null ? { kind: "signed_out" } : deleteWebhook(ctx, input);
}

export async function rotateWebhookSecretAction(input: {
  endpointId: string;
  overlapHours: number;
}): Promise<ActionOutcome<OpsResult<"webhooks.rotate_secret">>> {
  const ctx = await currentCtx();
  return ctx === null ? { kind: "signed_out" } : rotateWebhookSecret(ctx, input);
}

export async function testWebhookAction(input: {
  endpointId: string;
}): Promise<ActionOutcome<OpsResult<"webhooks.test">>> {
  const ctx = await currentCtx();
  return ctx === null ? { kind: "signed_out" } : testWebhook(ctx, input);
}

export async function replayDeliveryAction(input: {
  deliveryId: string;
}): Promise<ActionOutcome<OpsResult<"webhooks.replay">>> {
  const ctx = await currentCtx();
  return ctx === null ? { kind: "signed_out" } : replayDelivery(ctx, input);
}

export async function replayDeliveriesAction(input: {
  endpointId: string;
  from: string;
  until: string;
  onlyFailed: boolean;
}): Promise<ActionOutcome<OpsResult<"webhooks.replay_range">>> {
  const ctx = await currentCtx();
  return ctx === null ? { kind: "signed_out" } : replayDeliveries(ctx, input);
}
