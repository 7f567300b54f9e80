import { watchWork, watchWorkAtService } from "../../queues";
import { watchGatewayAccounts } from "../../gateways";
import { watchFindings, watchRuns } from "../../reconciliation";
import { notifyLateRefunds, notifyUnknownRefunds } from "../../refunds/store";
import type { Services } from "../../runtime";
import { limitsInForce } from "../queries/notification-limits";
import { deleteNotificationsBefore } from "../store/retention";
import { watchStuck, watchSuccessRates } from "./watch-payments";
import { watchExperiments, watchGateways, watchKeys, watchWebhooks } from "./watch-service";

export const WATCH_EVERY_MS = 60_000;
/** What changes slowly, or costs the service more, is polled in every tenth turn. */
const SELDOM = 10;
const UNKNOWN_MINUTES = 15;
const HOUR_MS = 60 * 60_000;
const KEPT_MS = 90 * 24 * 60 * 60_000;

/**
 * Polls for events that no command or job of the dashboard sees happen. Every event has a key, so the job is safe to run
 * twice and in two processes. A part that fails is logged, and the others go on.
 */
export async function watchEvents(services: Services): Promise<void> {
  const { pool, clock, routing, logger } = services;
  const at = clock.now();
  const isSeldom = Math.floor(at.getTime() / WATCH_EVERY_MS) % SELDOM === 0;
  const parts: (() => Promise<void>)[] = [
    () => notifyUnknownRefunds(pool, at, UNKNOWN_MINUTES),
    async () => notifyLateRefunds(pool, at, (await limitsInForce(services)).lateRefundHours * HOUR_MS),
    () => watchWork(services, at),
    // Its calls within the limit are for people's actions.
    ...(routing.areCallsScarce()
      ? []
      : [
          () => watchGateways(services),
          () => watchGatewayAccounts(services),
          () => watchFindings(services),
          ...(isSeldom
            ? [
                watchWebhooks,
                watchKeys,
                watchExperiments,
                watchStuck,
                watchSuccessRates,
                watchRuns,
                watchWorkAtService,
              ].map((watch) => () => watch(services))
            : []),
        ]),
    ...(isSeldom ? [() => deleteNotificationsBefore(pool, new Date(at.getTime() - KEPT_MS))] : []),
  ];
  for (const part of parts) {
    try {
      await part();
    } catch (error) {
      logger.warn({ err: error }, "a part of the watch for events failed; the next turn repeats it");
    }
  }
}
