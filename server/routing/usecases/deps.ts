import type { Clock } from "@/server/platform/clock";
import type { Logger } from "@/server/platform/log";
import type { Reads } from "@/server/platform/batch-reads";
import type { Db, Pool } from "@/server/platform/pool";
import type { CircuitSettings } from "../domain/gateways/circuit";
import type { IdSequence } from "../domain/payments/ids";
import type { RateLimits } from "../domain/keys/rate-limits";
import type { WebhookPolicy } from "../domain/webhooks/webhook-endpoint";
import type { Gateways } from "../gateway/port";
import type { TryCredentials } from "../gateway/try-credentials";
import type { Metrics } from "../metrics";
import type { PaymentReads } from "../store/payments/payment-reads";
import type { PaymentWrites } from "../store/payments/payment-writes";
import type { SaltBox } from "../store/keys/salt-box";
import type { Webhooks } from "../webhooks/port";
import type { GatewayCalls } from "./gateways/gateway-calls";
import type { MerchantNames } from "./checkout/merchant-names";
import type { OutcomeWait } from "./checkout/outcome-wait";
import type { OwnGateways } from "./gateways/own-gateways";
import type { WorkingKeys } from "./keys/working-keys";
import type { Cancels } from "./payments/cancels";
import type { PaidPayments } from "./payments/paid-payments";
import type { RefundRequests } from "./refunds/refund-requests";
import type { RuleSetCache } from "./rules/rule-set-cache";
import type { SharesCache } from "./success-rate/shares-cache";

/** The dependencies of the use cases; built once, in the composition root. */
export type Deps = {
  pool: Pool;
  /** Current reads of a few records by key; those of one event-loop tick are batched (0195). */
  reads: Reads;
  /** Reads of payments; those of one event-loop tick share a statement (0195). */
  paymentReads: PaymentReads;
  /** The writes of a creation; those of concurrent creations are batched (0323). */
  paymentWrites: PaymentWrites;
  /** Cancels of payments; concurrent ones are batched (0323). */
  cancels: Cancels;
  /** Charges that gateways report of open payments; concurrent ones are batched (0323). */
  paidPayments: PaidPayments;
  /** Refunds that merchants request; concurrent ones are batched (0323). */
  refundRequests: RefundRequests;
  /** LISTEN and code that holds a connection during an outside call use this: never through a pooler (0183). */
  sessions: Pool;
  /** Reads that may be some seconds stale and decide nothing use this: a replica where there is one (0184). */
  history: Db;
  clock: Clock;
  /**
   * The process's own where `clock` is the database's: vendors and dashboards sign by the true time, which the database's may
   * not be, and vendors forget keys by it.
   */
  ownClock: Clock;
  logger: Logger;
  metrics: Metrics;
  /** Those of the environment. A record's own: `usecases/gateways/gateway-of.ts`. */
  gateways: Gateways;
  ownGateways: OwnGateways;
  gatewayCalls: GatewayCalls;
  tryCredentials: TryCredentials;
  ids: IdSequence;
  saltBox: SaltBox;
  workingKeys: WorkingKeys;
  /** The service's public URL without a trailing slash: payment links begin with it. */
  publicUrl: string;
  paymentLifetimeMs: number;
  /** The pause before the first poll of a payment that may have been charged. */
  firstPollMs: number;
  outcomeWait: OutcomeWait;
  /** The rate limits of a key for which neither the key nor its merchant sets one (decision 0215). */
  keyLimits: RateLimits;
  webhooks: Webhooks;
  webhookPolicy: WebhookPolicy;
  ruleSets: RuleSetCache;
  shares: SharesCache;
  merchantNames: MerchantNames;
  circuit: CircuitSettings;
  /** The timeout for one gateway to open a checkout, and the total time after which no further gateway is tried. */
  checkoutLimits: { gatewayMs: number; totalMs: number };
};
