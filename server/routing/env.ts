import { z } from "zod";
import { parseRange } from "@/server/platform/address-range";
import { withoutEmpty } from "@/server/platform/env";
import { parsePortRange } from "@/server/platform/port-range";
import { StartupError } from "@/server/platform/lifecycle";
import { spanMs, timerMs, whole } from "./env-numbers";
import { checkGatewayGroups, gatewayEnvFields } from "./gateway/env";

const port = whole(1, 65_535);

/** Payment links begin with it. Plain "localhost:4000" is also a valid URL, with a scheme that no browser knows. */
const publicUrl = z.url("must be an http or https address like https://pay.example").refine((text) => {
  const { protocol, username, password, search, hash } = new URL(text);
  return /^https?:$/.test(protocol) && username + password + search + hash === "";
}, "must be an http or https address like https://pay.example, without user name, query and fragment");

const SALT_KEY_MISSING =
  "is missing: 32 bytes in base64 (openssl rand -base64 32), the same for every process";
const saltKey = z.string(SALT_KEY_MISSING).transform((text, context) => {
  const key = Buffer.from(text, "base64");
  if (key.length === 32) return key;
  context.addIssue({ code: "custom", message: "must be 32 bytes in base64 (openssl rand -base64 32)" });
  return z.NEVER;
});

const RATE_FAULT = "must be a number above 0";
const SCALE_FAULT = "must be a number above 0 and at most 1000";
const DAY_MS = 24 * 60 * 60 * 1000;
/** Refunds and disputes can arrive for a year. */
const LEAST_KEPT_DAYS = 400;
const MOST_KEPT_DAYS = 36_500;
/** A daily run compares up to 31 days, and the dashboard shows what was closed for 90. */
const LEAST_RECONCILIATION_DAYS = 90;

const addressRanges = z.string().transform((text, context) => {
  const parts = text.split(",").filter((part) => part.trim() !== "");
  const ranges = parts.map((part) => parseRange(part.trim())).filter((range) => range !== null);
  if (ranges.length === parts.length) return ranges;
  context.addIssue({ code: "custom", message: 'must be ranges like "10.0.0.0/8, fd00::/8"' });
  return z.NEVER;
});

const portRanges = z.string().transform((text, context) => {
  const parts = text.split(",").filter((part) => part.trim() !== "");
  const ranges = parts.map((part) => parsePortRange(part.trim())).filter((range) => range !== null);
  if (ranges.length > 0 && ranges.length === parts.length) return ranges;
  context.addIssue({ code: "custom", message: 'must be ports like "80, 443, 1024-65535"' });
  return z.NEVER;
});

const envFields = z.object({
  ROUTING_DATABASE_URL: z.string({ error: "is missing: the address of a Postgres 15 or newer" }).min(1),
  /** A pooler in transaction mode for the same database; job runners and migrations do not use it. */
  ROUTING_POOLER_URL: z.string().optional(),
  /** A streaming replica of the database, for counts and for evaluating rules against past payments. */
  ROUTING_REPLICA_URL: z.string().optional(),
  /** A replica with more lag is not used. Measured from a row that workers write every two seconds. */
  ROUTING_REPLICA_LAG_MS: whole(5_000, DAY_MS).default(10_000),
  ROUTING_HOST: z.string().default("127.0.0.1"),
  ROUTING_PORT: port.default(4000),
  /** The port where a worker-only process serves its health probes; without it, the process opens no port. */
  ROUTING_WORKER_PORT: port.optional(),
  ROUTING_PUBLIC_URL: publicUrl.optional(),
  ROUTING_SALT_KEY: saltKey,
  /** Opens salts that it sealed, while the key is being changed (decision 0263). */
  ROUTING_OTHER_SALT_KEY: saltKey.optional(),
  /** The merchant of a production start, which gets the dashboard's key (decision 0402). */
  MERCHANT_NAME: z.string().min(1).max(100).optional(),
  ROUTING_API_KEY: z.string().min(1).optional(),
  ROUTING_API_SALT: z.string().min(1).optional(),
  SANDBOX_API_KEY: z.string().min(1).optional(),
  SANDBOX_API_SALT: z.string().min(1).optional(),
  /** How long a payment can be paid (decision 0032). */
  PAYMENT_LIFETIME_MS: spanMs.default(24 * 60 * 60 * 1000),
  /** The pause before a gateway is first polled for a payment; later pauses double up to sixty times this value. */
  GATEWAY_FIRST_LOOK_MS: timerMs.default(5_000),
  /** A gateway is skipped for a while after this many failures in a row within the window (decision 0009). */
  CIRCUIT_FAILURES: whole(1, 100).default(5),
  CIRCUIT_WINDOW_MS: spanMs.default(60_000),
  CIRCUIT_OPEN_MS: spanMs.default(30_000),
  /**
   * Together well below the minute after which a record without a link counts as abandoned (INITIALISATION_LIMIT_MS).
   */
  CHECKOUT_GATEWAY_LIMIT_MS: whole(1, 20_000).default(12_000),
  CHECKOUT_TOTAL_LIMIT_MS: whole(1, 30_000).default(20_000),
  /** How long a returning customer's request waits for the outcome; well below the time limit of a shutdown. */
  CHECKOUT_RETURN_WAIT_MS: whole(1, 10_000).default(6_000),
  SWEEP_INTERVAL_MS: timerMs.default(15_000),
  /** The daily reconciliation: `compare` leaves repairs to a person, `repair` makes those that are certain (0288). */
  DAILY_RECONCILIATION: z.enum(["compare", "repair", "off"]).default("compare"),
  RATE_LIMIT_PER_SECOND: z.coerce.number(RATE_FAULT).positive(RATE_FAULT).default(500),
  RATE_LIMIT_BURST: whole(1, 1_000_000).default(1_000),
  /** Failed signature checks allowed per source and per key; beyond that 429 (decision 0215). */
  FAILURE_LIMIT_PER_SECOND: z.coerce.number(RATE_FAULT).positive(RATE_FAULT).default(10),
  FAILURE_LIMIT_BURST: whole(1, 1_000_000).default(100),
  /** Proxies whose `X-Forwarded-For` is trusted for the source of a request. */
  ROUTING_TRUSTED_PROXIES: addressRanges.default([]),
  /** The folder into which backups are written; `/metrics` then reports the time of the newest. */
  BACKUP_FOLDER: z.string().min(1).optional(),
  /** The folder of the embedded Postgres, on this machine: `/metrics` reports the room on its disk. */
  DATA_DIR: z.string().min(1).optional(),
  /** Who makes the backups instead of Paydeck; `/metrics` then reports none, and no alert about backups fires. */
  BACKUP_MANAGED_BY: z.string().min(1).optional(),
  /** The token that Prometheus must send to read `/metrics`; without it, only this machine may read. */
  METRICS_TOKEN: z.string().min(16, "must have at least 16 characters").optional(),
  /**
   * Internal webhook endpoints: the only private addresses, and the only ones without TLS, that webhooks are sent to.
   */
  WEBHOOK_PRIVATE_ADDRESSES_ALLOWED: addressRanges.default([]),
  /** Other ports belong to other services, such as SSH and SMTP. */
  WEBHOOK_PORTS_ALLOWED: portRanges.default([
    [80, 80],
    [443, 443],
    [1_024, 65_535],
  ]),
  WEBHOOK_TIMEOUT_MS: timerMs.default(10_000),
  /** Multiplies every pause between attempts. */
  WEBHOOK_RETRY_SCALE: z.coerce.number(SCALE_FAULT).positive(SCALE_FAULT).max(1_000, SCALE_FAULT).default(1),
  WEBHOOK_DISABLE_AFTER_MS: spanMs.default(5 * DAY_MS),
  /** How long deliveries stay in the log. */
  WEBHOOK_KEEP_MS: spanMs.default(30 * DAY_MS),
  /** How long payments are kept after their last event; forever when not set (0193). */
  PAYMENT_KEEP_DAYS: whole(LEAST_KEPT_DAYS, MOST_KEPT_DAYS).optional(),
  /** How long reconciliation runs and closed findings are kept; forever when not set (0288). */
  RECONCILIATION_KEEP_DAYS: whole(LEAST_RECONCILIATION_DAYS, MOST_KEPT_DAYS).optional(),
  /** How long a process behind a load balancer still answers after SIGTERM. */
  SHUTDOWN_DELAY_MS: whole(0, 60_000).default(0),
  ROUTING_LOG_LEVEL: z.enum(["debug", "info", "warn", "error"]).default("info"),
  ...gatewayEnvFields,
});
const envSchema = envFields.superRefine(checkGatewayGroups).superRefine((env, context) => {
  const { PAYMENT_KEEP_DAYS: days, WEBHOOK_KEEP_MS: logMs } = env;
  if (days === undefined || logMs <= days * DAY_MS) return;
  context.addIssue({
    code: "custom",
    path: ["PAYMENT_KEEP_DAYS"],
    message: "must not be shorter than WEBHOOK_KEEP_MS, whose log contains payments too",
  });
});
export type RoutingEnv = z.infer<typeof envSchema>;

/** Throws a StartupError that names every invalid variable, never its value. */
export function readRoutingEnv(variables: NodeJS.ProcessEnv = process.env): RoutingEnv {
  const parsed = envSchema.safeParse(withoutEmpty(variables));
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`);
  throw new StartupError(faults.join("\n"));
}

/** Reads the environment for a program that learns some of the values from the running stack. */
export function readRoutingEnvOver(known: Record<string, string>): RoutingEnv {
  return readRoutingEnv({ ...process.env, ...known });
}

/** The environment of `npm run merchant` and `npm run reconcile`; absent values come from the running stack. */
export function readMerchantEnv(variables: NodeJS.ProcessEnv = process.env): {
  dataDir: string | undefined;
  databaseUrl: string | undefined;
  saltKey: string | undefined;
  /** The other key, while the salt key is being changed. */
  otherSaltKey: string | undefined;
  /** Whether customers of a new merchant may pay at the simulator. */
  mayUseSimulator: boolean;
  /** The dashboard's credentials, which `create --own-key` gives the merchant. */
  apiKey: string | undefined;
  salt: string | undefined;
} {
  return {
    dataDir: variables.DATA_DIR,
    databaseUrl: variables.ROUTING_DATABASE_URL,
    saltKey: variables.ROUTING_SALT_KEY,
    otherSaltKey: variables.ROUTING_OTHER_SALT_KEY || undefined,
    mayUseSimulator: variables.SIMULATOR !== "off" && variables.SIMULATOR !== "none",
    apiKey: variables.ROUTING_API_KEY,
    salt: variables.ROUTING_API_SALT,
  };
}
