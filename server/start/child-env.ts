import { urlOnThisMachine } from "@/server/platform/url-on-this-machine";
import type { ForeignService, StartEnv } from "./env";
import type { Secrets } from "./secrets";

/**
 * Variables that each system must not see, so that a compromised one reveals nothing of the other. No load balancer
 * chooses between the processes of one `npm start`, so they stop without a delay.
 */
const OF_BACKUPS = ["BACKUP_S3_KEY_ID", "BACKUP_S3_SECRET", "BACKUP_ENCRYPTION_KEY"];
const NOT_FOR_ROUTING = [
  "DASHBOARD_DATABASE_URL",
  "NEXTAUTH_SECRET",
  "ROUTING_BASE_URL",
  "ROUTING_API_KEY",
  "ROUTING_API_SALT",
  "MERCHANT_NAME",
  "SANDBOX_API_KEY",
  "SANDBOX_API_SALT",
  "SANDBOX_PASSWORD",
  "PAYDECK_SANDBOX",
  "OIDC_CLIENT_SECRET",
  "SECOND_FACTOR_KEY",
  "OTHER_SECOND_FACTOR_KEY",
  "SHUTDOWN_DELAY_MS",
  ...OF_BACKUPS,
];
const NOT_FOR_DASHBOARD = [
  "ROUTING_DATABASE_URL",
  "ROUTING_POOLER_URL",
  "ROUTING_REPLICA_URL",
  "ROUTING_SALT_KEY",
  "ROUTING_OTHER_SALT_KEY",
  "STRIPE_SECRET_KEY",
  "STRIPE_WEBHOOK_SECRET",
  "RAZORPAY_KEY_SECRET",
  "RAZORPAY_WEBHOOK_SECRET",
  "ADYEN_API_KEY",
  "ADYEN_HMAC_KEY",
  "PAYPAL_CLIENT_SECRET",
  "CASHFREE_CLIENT_SECRET",
  "SANDBOX_API_KEY",
  "SANDBOX_API_SALT",
  "SANDBOX_PASSWORD",
  "PAYDECK_SANDBOX",
  "SHUTDOWN_DELAY_MS",
  ...OF_BACKUPS,
];

/**
 * Each Node process gets this: glibc keeps memory for every thread that has used some, up to eight times the number of
 * processors, and returns little of it (decision 0266). What the operator sets stands.
 */
const FOR_NODE = { MALLOC_ARENA_MAX: "2" };

export function saltKeyOf(env: StartEnv, secrets: Secrets): string {
  return env.saltKey ?? secrets.routingSaltKey;
}

export function routingEnv(env: StartEnv, secrets: Secrets, databaseUrl: string): NodeJS.ProcessEnv {
  return {
    ...FOR_NODE,
    ...without(env.inherited, NOT_FOR_ROUTING),
    NODE_ENV: "production",
    DATA_DIR: env.folder,
    ROUTING_DATABASE_URL: databaseUrl,
    ROUTING_HOST: env.routingHost,
    ROUTING_PORT: String(env.routingPort),
    ROUTING_SALT_KEY: saltKeyOf(env, secrets),
    ...merchantEnv(env, secrets),
  };
}

/** What the service creates at its first start: the merchant that the dashboard acts for. */
function merchantEnv(env: StartEnv, secrets: Secrets): Record<string, string> {
  if (!secrets.isProduction) {
    return { SANDBOX_API_KEY: secrets.sandboxApiKey, SANDBOX_API_SALT: secrets.sandboxApiSalt };
  }
  return {
    SIMULATOR: "none",
    MERCHANT_NAME: env.merchantName,
    ROUTING_API_KEY: secrets.apiKey,
    ROUTING_API_SALT: secrets.apiSalt,
  };
}

/** The service that the dashboard calls: another one if the environment names it, else the embedded one. */
export function serviceOf(env: StartEnv, secrets: Secrets): ForeignService {
  if (env.foreignService !== null) return env.foreignService;
  const baseUrl = urlOnThisMachine(env.routingHost, env.routingPort);
  return secrets.isProduction
    ? { baseUrl, apiKey: secrets.apiKey, apiSalt: secrets.apiSalt }
    : { baseUrl, apiKey: secrets.sandboxApiKey, apiSalt: secrets.sandboxApiSalt };
}

/** What makes scheduled backups reads everything that was set, and finds the embedded databases in the data folder. */
export function backupsEnv(env: StartEnv): NodeJS.ProcessEnv {
  return { ...FOR_NODE, ...env.inherited, NODE_ENV: "production", DATA_DIR: env.folder };
}

export function dashboardEnv(env: StartEnv, secrets: Secrets, databaseUrl: string): NodeJS.ProcessEnv {
  const service = serviceOf(env, secrets);
  return {
    ...FOR_NODE,
    ...without(env.inherited, NOT_FOR_DASHBOARD),
    NODE_ENV: "production",
    DASHBOARD_DATABASE_URL: databaseUrl,
    HOST: env.host,
    PORT: String(env.port),
    NEXTAUTH_SECRET: env.nextAuthSecret ?? secrets.nextAuthSecret,
    ROUTING_BASE_URL: service.baseUrl,
    ROUTING_API_KEY: service.apiKey,
    ROUTING_API_SALT: service.apiSalt,
    // Also with another service: without these four accounts nobody could sign in on a new database.
    ...(secrets.isProduction ? {} : { SANDBOX_PASSWORD: secrets.sandboxPassword }),
    ...(secrets.isProduction || env.foreignService !== null ? {} : { PAYDECK_SANDBOX: "1" }),
  };
}

function without(env: NodeJS.ProcessEnv, names: readonly string[]): NodeJS.ProcessEnv {
  return { ...env, ...Object.fromEntries(names.map((name) => [name, undefined])) };
}
