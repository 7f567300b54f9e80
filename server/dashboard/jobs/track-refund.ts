import { z } from "zod";
import { readRefundStatus } from "../queries/read-refund-status";
import type { Services } from "../runtime";
import { findIntent } from "../store/refund-intents";
import { backoffMs } from "./backoff";
import { scheduleTracking } from "./schedule";

const payloadSchema = z.object({ intentId: z.uuid(), attempt: z.number().int().nonnegative() });

const BACKOFF = { firstMs: 2_000, factor: 1.5, maxMs: 60_000 };
/** About an hour and a half of asking once a minute; what takes longer takes days. */
const PATIENT_AFTER_ATTEMPTS = 100;
const PATIENT_MS = 15 * 60_000;

/**
 * Follows an accepted refund until `refund_completed_at` is set (section 4.5), so that the list of refunds is current
 * whether or not somebody looks at it (failure 26).
 */
export async function trackRefund(services: Services, payload: unknown): Promise<void> {
  const { intentId, attempt } = payloadSchema.parse(payload);
  const intent = await findIntent(services.pool, intentId);
  if (intent === null || intent.refundId === null || intent.completedAt !== null) return;
  if (intent.serviceAddress !== services.routing.serviceAddress) return;

  const answer = await readRefundStatus(services, intent.refundId);
  if (answer.kind === "answered" && answer.value.refund_completed_at !== null) return;
  await scheduleTracking(services.pool, intent.id, {
    delayMs: attempt < PATIENT_AFTER_ATTEMPTS ? backoffMs(attempt, BACKOFF) : PATIENT_MS,
    attempt: attempt + 1,
  });
}
