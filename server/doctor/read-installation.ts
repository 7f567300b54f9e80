import { readFile } from "node:fs/promises";
import { StartupError } from "@/server/platform/lifecycle";
import { readRunningStack } from "@/server/platform/running";
import { serviceOf } from "@/server/start/child-env";
import { readStartEnv } from "@/server/start/env";
import { parseSecrets, type Secrets, secretsPath } from "@/server/start/secrets";
import { isLoopback, type PublicUrl } from "./checks/public-urls";
import type { SecretFacts } from "./checks/secrets";
import type { ForeignService } from "@/server/start/env";
import type { System } from "./read/read-database";

/** What the environment, the data folder and a running `npm start` say about an installation. */
export type Installation = {
  folder: string;
  isRunning: boolean;
  poolerUrl: string | null;
  replicaUrl: string | null;
  dashboardUrl: string | null;
  backups: string | null;
  isPublic: boolean;
  databases: Record<System, string | null>;
  service: ForeignService | null;
  serviceUrl: string | null;
  publicUrls: PublicUrl[];
  listensOn: string[];
  gateways: { name: string; url: URL }[];
  smtpUrl: string | null;
  secrets: SecretFacts[];
  /** The keys that encrypt secrets in each database. `key`: null when it is not known here. */
  sealing: Record<System, { key: string | null; otherKey: string | null }>;
};

/** Throws a StartupError with a line for each invalid variable. */
export async function readInstallation(environment: NodeJS.ProcessEnv): Promise<Installation> {
  const env = readStartEnv(environment);
  const given = env.inherited;
  const value = (name: string): string | null => given[name] || null;
  const running = readRunningStack(env.folder);
  const secrets = await readSecrets(env.folder);
  const publicUrls = ["NEXTAUTH_URL", "ROUTING_PUBLIC_URL"].flatMap((variable) => {
    const url = value(variable);
    return url === null ? [] : [{ variable, url }];
  });
  const isOwn = env.routingDatabaseUrl !== undefined || env.dashboardDatabaseUrl !== undefined;
  const service = secrets === null ? env.foreignService : serviceOf(env, secrets);
  const hasService = env.foreignService !== null || (running !== null && secrets !== null);
  return {
    folder: env.folder,
    isRunning: running !== null,
    poolerUrl: value("ROUTING_POOLER_URL"),
    replicaUrl: value("ROUTING_REPLICA_URL"),
    dashboardUrl: running?.dashboardUrl ?? value("NEXTAUTH_URL"),
    backups: value("BACKUP_FOLDER"),
    isPublic: publicUrls.some(({ url }) => URL.canParse(url) && !isLoopback(new URL(url).hostname)),
    databases: {
      routing: env.routingDatabaseUrl ?? running?.routingDatabaseUrl ?? null,
      dashboard: env.dashboardDatabaseUrl ?? running?.dashboardDatabaseUrl ?? null,
    },
    service: hasService ? service : null,
    serviceUrl: env.foreignService?.baseUrl ?? null,
    publicUrls,
    listensOn: [env.host, value("ROUTING_HOST") ?? "127.0.0.1"],
    smtpUrl: value("SMTP_URL"),
    gateways: [
      ...gateway("Stripe", value("STRIPE_SECRET_KEY"), value("STRIPE_API_BASE") ?? "https://api.stripe.com"),
      ...gateway(
        "Razorpay",
        value("RAZORPAY_KEY_ID"),
        value("RAZORPAY_API_BASE") ?? "https://api.razorpay.com",
      ),
      ...gateway(
        "Adyen",
        value("ADYEN_API_KEY"),
        value("ADYEN_API_BASE") ?? adyenAddress(value("ADYEN_LIVE_PREFIX")),
      ),
      ...gateway(
        "PayPal",
        value("PAYPAL_CLIENT_ID"),
        value("PAYPAL_API_BASE") ?? paypalAddress(value("PAYPAL_ENVIRONMENT")),
      ),
      ...gateway(
        "Cashfree",
        value("CASHFREE_CLIENT_ID"),
        value("CASHFREE_API_BASE") ?? cashfreeAddress(value("CASHFREE_ENVIRONMENT")),
      ),
    ],
    secrets: [
      secret(
        "ROUTING_SALT_KEY",
        env.saltKey ?? secrets?.routingSaltKey,
        env.routingDatabaseUrl !== undefined,
        44,
      ),
      secret("NEXTAUTH_SECRET", env.nextAuthSecret ?? secrets?.nextAuthSecret, isOwn, 16),
      secret("SECOND_FACTOR_KEY", value("SECOND_FACTOR_KEY"), false, 16),
      secret("METRICS_TOKEN", value("METRICS_TOKEN"), false, 16),
      secret("ROUTING_API_SALT", service?.apiSalt, false, 16),
      secret("ROUTING_API_KEY", service?.apiKey, false, 8),
      secret("SANDBOX_PASSWORD", secrets?.isProduction === false ? secrets.sandboxPassword : null, false, 12),
    ],
    sealing: {
      routing: {
        key: env.saltKey ?? secrets?.routingSaltKey ?? null,
        otherKey: value("ROUTING_OTHER_SALT_KEY"),
      },
      dashboard: {
        key: value("SECOND_FACTOR_KEY") ?? env.nextAuthSecret ?? secrets?.nextAuthSecret ?? null,
        otherKey: value("OTHER_SECOND_FACTOR_KEY"),
      },
    },
  };
}

function gateway(name: string, key: string | null, address: string): { name: string; url: URL }[] {
  return key === null || !URL.canParse(address) ? [] : [{ name, url: new URL(address) }];
}

function secret(
  name: string,
  value: string | null | undefined,
  isNeeded: boolean,
  leastLength: number,
): SecretFacts {
  return { name, value: value ?? null, isNeeded, leastLength };
}

/** Null before the first start. */
async function readSecrets(folder: string): Promise<Secrets | null> {
  const path = secretsPath(folder);
  const text = await readFile(path, "utf8").catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw new StartupError(`${path} cannot be read. Run the command as the user that runs Paydeck.`);
  });
  return text === null ? null : parseSecrets(text, path);
}

function adyenAddress(livePrefix: string | null): string {
  return livePrefix === null
    ? "https://checkout-test.adyen.com"
    : `https://${livePrefix}-checkout-live.adyenpayments.com`;
}

function cashfreeAddress(environment: string | null): string {
  return environment === "sandbox" ? "https://sandbox.cashfree.com" : "https://api.cashfree.com";
}

function paypalAddress(environment: string | null): string {
  return environment === "sandbox" ? "https://api-m.sandbox.paypal.com" : "https://api-m.paypal.com";
}
