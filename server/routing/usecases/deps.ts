import type { Clock } from "@/server/platform/clock";
import type { Logger } from "@/server/platform/log";
import type { Db, Pool } from "@/server/platform/pool";
import type { CircuitSettings } from "../domain/gateways/circuit";
import type { IdSequence } from "../domain/payments/ids";
import type { RateLimits } from "../domain/keys/rate-limits";
import type { WebhookPolicy } from "../domain/webhooks/webhook-endpoint";
import type { Gateways } from "../gateway/port";
import type { Metrics } from "../metrics";
import type { SaltBox } from "../store/keys/salt-box";
import type { Webhooks } from "../webhooks/port";
import type { MerchantNames } from "./checkout/merchant-names";
import type { OutcomeWait } from "./checkout/outcome-wait";
import type { WorkingKeys } from "./keys/working-keys";
import type { RuleSetCache } from "./rules/rule-set-cache";

/** What the use cases stand on; put together once, in the composition root. */
export type Deps = {
  pool: Pool;
  /** For reads of few records by their key, as of now: those of one turn of the event loop travel together (0195). */
  reads: Db;
  /** For what holds a connection while something outside takes its time, and for who listens: never through a pooler (0183). */
  sessions: Pool;
  /** For reads that may be some seconds old and decide nothing: a replica's, where there is one (0184). */
  history: Db;
  clock: Clock;
  logger: Logger;
  metrics: Metrics;
  gateways: Gateways;
  ids: IdSequence;
  saltBox: SaltBox;
  workingKeys: WorkingKeys;
  /** The service's address as customers reach it, without a slash at the end: payment links begin with it. */
  publicUrl: string;
  paymentLifetimeMs: number;
  /** How soon a gateway is asked for the first time about a payment that it may have taken. */
  firstPollMs: number;
  outcomeWait: OutcomeWait;
  /** What a key may send where neither it nor its merchant has a limit (decisions 0037 and 0216). */
  keyLimits: RateLimits;
  webhooks: Webhooks;
  webhookPolicy: WebhookPolicy;
  ruleSets: RuleSetCache;
  merchantNames: MerchantNames;
  circuit: CircuitSettings;
  /** How long one gateway may take to open a checkout, and after how long no further one is asked. */
  checkoutLimits: { gatewayMs: number; totalMs: number };
};
