import { type Clock, systemClock } from "@/server/platform/clock";
import { gatherReads } from "@/server/platform/batch-reads";
import { DEFAULT_MERCHANT_NAME, SANDBOX_MERCHANT } from "@/server/platform/installation";
import { StartupError } from "@/server/platform/lifecycle";
import type { Logger } from "@/server/platform/log";
import type { Pool } from "@/server/platform/pool";
import { urlOnThisMachine } from "@/server/platform/url-on-this-machine";
import { IdSequence } from "./domain/payments/ids";
import type { RoutingEnv } from "./env";
import { createGateways } from "./gateway/create-gateways";
import { gatewayConfig } from "./gateway/env";
import { createOwnVendor } from "./gateway/create-vendor";
import { observeGateway, observeGateways } from "./gateway/observed";
import { SIMULATOR } from "./gateway/simulator/simulator";
import { tryCredentials } from "./gateway/try-credentials";
import { createMetrics } from "./metrics";
import { findKeyByApiKey } from "./store/keys/api-keys";
import { renameMerchant } from "./store/keys/merchants";
import { createSaltBox } from "./store/keys/salt-box";
import { batchPaymentReads } from "./store/payments/payment-reads";
import { batchPaymentWrites } from "./store/payments/payment-writes";
import { MerchantNames } from "./usecases/checkout/merchant-names";
import { OutcomeWait } from "./usecases/checkout/outcome-wait";
import type { Deps } from "./usecases/deps";
import { GatewayCalls } from "./usecases/gateways/gateway-calls";
import { OwnGateways } from "./usecases/gateways/own-gateways";
import { WorkingKeys } from "./usecases/keys/working-keys";
import { createMerchant } from "./usecases/manage-merchants";
import { createWebhooks } from "./webhooks/create-webhooks";
import { batchCancels } from "./usecases/payments/cancel-payment";
import { batchPaidPayments } from "./usecases/payments/pay-open-payment";
import { batchRefundRequests } from "./usecases/refunds/request-refund";
import { RuleSetCache } from "./usecases/rules/rule-set-cache";
import { SharesCache } from "./usecases/success-rate/shares-cache";

/** The time to record the result of a trial call, in addition to the gateway's timeout. */
const TRIAL_SLACK_MS = 5_000;

/** Builds the dependencies of a process's use cases, whichever roles the process has. */
export async function composeDeps(
  env: RoutingEnv,
  { pool, sessions, history, jobs }: Pick<Deps, "pool" | "sessions" | "history"> & { jobs?: Pool },
  logger: Logger,
  clock: Clock = systemClock,
  ownClock: Clock = clock,
): Promise<Deps> {
  const publicUrl = env.ROUTING_PUBLIC_URL ?? urlOnThisMachine(env.ROUTING_HOST, env.ROUTING_PORT);
  const { DATA_DIR: data, BACKUP_FOLDER: backups, ROUTING_PUBLIC_URL } = env;
  const metrics = createMetrics(
    { requests: pool, sessions, ...(jobs === undefined ? {} : { jobs }) },
    {
      folders: { ...(data === undefined ? {} : { data }), ...(backups === undefined ? {} : { backups }) },
      publicUrl: ROUTING_PUBLIC_URL,
    },
  );
  const config = gatewayConfig(env);
  const gateways = await createGateways(config, { pool, clock: ownClock });
  metrics.gatewaysKnown(gateways.keys());
  if (config.simulatorTakesPayments && [...gateways.values()].some(({ isTest }) => !isTest)) {
    logger.warn("SIMULATOR=on beside a vendor: rules that name the simulator take payments without money");
  }
  const ids = new IdSequence();
  const reads = gatherReads(pool);
  return {
    pool,
    reads,
    paymentReads: batchPaymentReads(reads),
    paymentWrites: batchPaymentWrites(pool),
    cancels: batchCancels(pool, clock),
    paidPayments: batchPaidPayments(pool, clock),
    refundRequests: batchRefundRequests(pool, clock, ids),
    sessions,
    history,
    clock,
    ownClock,
    logger,
    metrics,
    gateways: observeGateways(gateways, metrics, logger),
    ownGateways: new OwnGateways(async (credentials, owner) => {
      const around = { timeLimitMs: config.timeLimitMs, pool, clock: ownClock, owner };
      return observeGateway(await createOwnVendor(credentials, config.apiBase, around), metrics, logger);
    }),
    gatewayCalls: new GatewayCalls(),
    tryCredentials: (credentials) => tryCredentials(credentials, config.apiBase, config.timeLimitMs),
    ids,
    saltBox: createSaltBox(env.ROUTING_SALT_KEY, env.ROUTING_OTHER_SALT_KEY ?? null),
    workingKeys: new WorkingKeys(),
    publicUrl: publicUrl.replace(/\/$/, ""),
    paymentLifetimeMs: env.PAYMENT_LIFETIME_MS,
    firstPollMs: env.GATEWAY_FIRST_LOOK_MS,
    outcomeWait: new OutcomeWait(env.CHECKOUT_RETURN_WAIT_MS),
    keyLimits: { perSecond: env.RATE_LIMIT_PER_SECOND, burst: env.RATE_LIMIT_BURST },
    webhooks: createWebhooks({
      privateAddressesAllowed: env.WEBHOOK_PRIVATE_ADDRESSES_ALLOWED,
      portsAllowed: env.WEBHOOK_PORTS_ALLOWED,
      timeoutMs: env.WEBHOOK_TIMEOUT_MS,
    }),
    webhookPolicy: {
      retryScale: env.WEBHOOK_RETRY_SCALE,
      disableAfterMs: env.WEBHOOK_DISABLE_AFTER_MS,
      keepForMs: env.WEBHOOK_KEEP_MS,
    },
    ruleSets: new RuleSetCache(),
    shares: new SharesCache(),
    merchantNames: new MerchantNames(),
    circuit: {
      failures: env.CIRCUIT_FAILURES,
      windowMs: env.CIRCUIT_WINDOW_MS,
      openMs: env.CIRCUIT_OPEN_MS,
      trialLeaseMs: env.CHECKOUT_GATEWAY_LIMIT_MS + TRIAL_SLACK_MS,
    },
    checkoutLimits: { gatewayMs: env.CHECKOUT_GATEWAY_LIMIT_MS, totalMs: env.CHECKOUT_TOTAL_LIMIT_MS },
  };
}

/**
 * Creates the sandbox merchant of a new installation; its key and salt are read from the environment at the first start
 * only.
 */
export async function seedSandbox(deps: Deps, env: RoutingEnv): Promise<void> {
  const { SANDBOX_API_KEY: apiKey, SANDBOX_API_SALT: salt } = env;
  if (apiKey === undefined && salt === undefined) return;
  if (apiKey === undefined || salt === undefined) {
    throw new StartupError("Set both SANDBOX_API_KEY and SANDBOX_API_SALT, or neither.");
  }
  const created = await createMerchant({ ...deps, defaultGateway: SIMULATOR }, SANDBOX_MERCHANT, {
    apiKey,
    salt,
  });
  if (created.ok || created.error.kind === "name_in_use") return;
  throw new Error(`the sandbox merchant could not be created: ${created.error.kind}`);
}

/**
 * Creates the merchant of a production start, with the dashboard's key, and gives it the name that the operator has set
 * since (decision 0402). It has no rule before a gateway is connected.
 */
export async function seedMerchant(
  deps: Pick<Deps, "pool" | "saltBox" | "clock">,
  env: Pick<RoutingEnv, "MERCHANT_NAME" | "ROUTING_API_KEY" | "ROUTING_API_SALT">,
): Promise<void> {
  const { MERCHANT_NAME: name, ROUTING_API_KEY: apiKey, ROUTING_API_SALT: salt } = env;
  if (name === undefined) return;
  if (apiKey === undefined || salt === undefined) {
    throw new StartupError("MERCHANT_NAME needs ROUTING_API_KEY and ROUTING_API_SALT.");
  }
  const existing = await findKeyByApiKey(deps.pool, apiKey);
  // Nobody has chosen the default one: it renames no shop.
  if (existing !== null && name === DEFAULT_MERCHANT_NAME) return;
  const isNamed =
    existing === null
      ? (await createMerchant({ ...deps, defaultGateway: null }, name, { apiKey, salt })).ok
      : await renameMerchant(deps.pool, existing.merchantId, name);
  if (!isNamed)
    throw new StartupError(
      "MERCHANT_NAME is the name of another merchant. If it is this shop and its secrets.json was lost, put its key and salt " +
        "(apiKey, apiSalt) into the new one; otherwise choose another name.",
    );
}
