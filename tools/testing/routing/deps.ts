import { createLogger } from "@/server/platform/log";
import { systemClock } from "@/server/platform/clock";
import { gatherReads } from "@/server/platform/batch-reads";
import { createPool } from "@/server/platform/pool";
import { IdSequence } from "@/server/routing/domain/payments/ids";
import { withScriptedFaults } from "@/server/routing/gateway/simulator/scripted";
import { createSimulator } from "@/server/routing/gateway/simulator/simulator";
import { createMetrics } from "@/server/routing/metrics";
import { createSaltBox } from "@/server/routing/store/keys/salt-box";
import { batchPaymentReads } from "@/server/routing/store/payments/payment-reads";
import { batchPaymentWrites } from "@/server/routing/store/payments/payment-writes";
import { MerchantNames } from "@/server/routing/usecases/checkout/merchant-names";
import { GatewayCalls } from "@/server/routing/usecases/gateways/gateway-calls";
import { OwnGateways } from "@/server/routing/usecases/gateways/own-gateways";
import { parseRange } from "@/server/platform/address-range";
import { OutcomeWait } from "@/server/routing/usecases/checkout/outcome-wait";
import type { Deps } from "@/server/routing/usecases/deps";
import { createWebhooks } from "@/server/routing/webhooks/create-webhooks";
import { batchCancels } from "@/server/routing/usecases/payments/cancel-payment";
import { batchPaidPayments } from "@/server/routing/usecases/payments/pay-open-payment";
import { batchRefundRequests } from "@/server/routing/usecases/refunds/request-refund";
import { RuleSetCache } from "@/server/routing/usecases/rules/rule-set-cache";
import { SharesCache } from "@/server/routing/usecases/success-rate/shares-cache";
import { WorkingKeys } from "@/server/routing/usecases/keys/working-keys";
import { TEST_SALT_KEY, type TestService } from "./service";

/** Where the receivers of tests listen. */
const RECEIVERS = parseRange("127.0.0.1/32");

/** Sends webhooks to the receivers of tests. `timeoutMs`: how long a receiver may take. */
export const testWebhooks = (timeoutMs: number): Deps["webhooks"] =>
  createWebhooks({
    privateAddressesAllowed: RECEIVERS === null ? [] : [RECEIVERS],
    portsAllowed: [[1, 65_535]],
    timeoutMs,
  });

/** The dependencies of a use case on a running service's database: for what has no endpoint. */
export function depsOn(
  service: TestService,
  {
    refundMs = 300,
    simulatorTakesPayments = true,
  }: { refundMs?: number; simulatorTakesPayments?: boolean } = {},
): { deps: Deps; close: () => Promise<void> } {
  const logger = createLogger("test", "silent");
  const pool = createPool({
    connectionString: service.database.url,
    applicationName: "test",
    maxConnections: 8,
    logger,
  });
  const simulator = withScriptedFaults(
    createSimulator({ pool, clock: systemClock, refundMs, takesPayments: simulatorTakesPayments }),
    { pool, clock: systemClock },
  );
  const ids = new IdSequence();
  const reads = gatherReads(pool);
  return {
    deps: {
      pool,
      reads,
      paymentReads: batchPaymentReads(reads),
      paymentWrites: batchPaymentWrites(pool),
      cancels: batchCancels(pool, systemClock),
      paidPayments: batchPaidPayments(pool, systemClock),
      refundRequests: batchRefundRequests(pool, systemClock, ids),
      sessions: pool,
      history: pool,
      logger,
      clock: systemClock,
      ownClock: systemClock,
      metrics: createMetrics(),
      gateways: new Map([[simulator.name, simulator]]),
      ownGateways: new OwnGateways(() => Promise.reject(new Error("no vendor is called in this test"))),
      gatewayCalls: new GatewayCalls(),
      tryCredentials: () => Promise.resolve({ kind: "accepted" }),
      ids,
      saltBox: createSaltBox(Buffer.from(TEST_SALT_KEY, "base64")),
      workingKeys: new WorkingKeys(),
      publicUrl: service.baseUrl,
      paymentLifetimeMs: 60_000,
      firstPollMs: 1_000,
      outcomeWait: new OutcomeWait(1_000),
      keyLimits: { perSecond: 500, burst: 1_000 },
      webhooks: testWebhooks(1_000),
      webhookPolicy: { retryScale: 1, disableAfterMs: 60_000, keepForMs: 60_000 },
      ruleSets: new RuleSetCache(),
      shares: new SharesCache(),
      merchantNames: new MerchantNames(),
      circuit: { failures: 3, windowMs: 60_000, openMs: 300, trialLeaseMs: 2_000 },
      checkoutLimits: { gatewayMs: 500, totalMs: 800 },
    },
    close: () => pool.end(),
  };
}
