import { z } from "zod";
import { parseRange } from "@/server/platform/address-range";
import { parsePortRange } from "@/server/platform/port-range";
import { StartupError } from "@/server/platform/lifecycle";
import { spanMs, timerMs, whole } from "./env-numbers";
import { checkGatewayGroups, gatewayEnvFields } from "./gateway/env";

const port = whole(1, 65_535);

/** Payment links begin with it: "localhost:4000" is an address too, of a scheme that no browser knows. */
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
/** Refunds and disputes come for a year. */
const LEAST_KEPT_DAYS = 400;
const MOST_KEPT_DAYS = 36_500;

/** An empty one counts as left out, as everywhere. */
const addressOrNone = z
  .string()
  .optional()
  .transform((text) => (text === "" ? undefined : text));

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
  /** A pooler in transaction mode before the same database; job runners and migrations go past it. */
  ROUTING_POOLER_URL: addressOrNone,
  /** A streaming replica of the database, for counts and for rules tried on past payments. */
  ROUTING_REPLICA_URL: addressOrNone,
  /** A replica further behind is not asked. Told by what workers write every two seconds. */
  ROUTING_REPLICA_LAG_MS: whole(5_000, DAY_MS).default(10_000),
  ROUTING_HOST: z.string().default("127.0.0.1"),
  ROUTING_PORT: port.default(4000),
  /** Where a process that is a worker only answers its probes; without it, it listens nowhere. */
  ROUTING_WORKER_PORT: port.optional(),
  ROUTING_PUBLIC_URL: publicUrl.optional(),
  ROUTING_SALT_KEY: saltKey,
  SANDBOX_API_KEY: z.string().min(1).optional(),
  SANDBOX_API_SALT: z.string().min(1).optional(),
  /** How long a payment can be paid (decision 0032). */
  PAYMENT_LIFETIME_MS: spanMs.default(24 * 60 * 60 * 1000),
  /** How soon a gateway is first asked about a payment; the pauses double from here to sixty times it. */
  GATEWAY_FIRST_LOOK_MS: timerMs.default(5_000),
  /** A gateway that fails so often in a row, within the window, is skipped for a while (decision 0009). */
  CIRCUIT_FAILURES: whole(1, 100).default(5),
  CIRCUIT_WINDOW_MS: spanMs.default(60_000),
  CIRCUIT_OPEN_MS: spanMs.default(30_000),
  /** Together well under the minute after which a record without a link is given up (INITIALISATION_LIMIT_MS). */
  CHECKOUT_GATEWAY_LIMIT_MS: whole(1, 20_000).default(12_000),
  CHECKOUT_TOTAL_LIMIT_MS: whole(1, 30_000).default(20_000),
  /** How long a customer who comes back is kept waiting for the outcome; well under what a stop may take. */
  CHECKOUT_RETURN_WAIT_MS: whole(1, 10_000).default(6_000),
  SWEEP_INTERVAL_MS: timerMs.default(15_000),
  RATE_LIMIT_PER_SECOND: z.coerce.number(RATE_FAULT).positive(RATE_FAULT).default(500),
  RATE_LIMIT_BURST: whole(1, 1_000_000).default(1_000),
  /** How many requests without a right signature one source may send, with each key; beyond them 429 (decision 0215). */
  FAILURE_LIMIT_PER_SECOND: z.coerce.number(RATE_FAULT).positive(RATE_FAULT).default(10),
  FAILURE_LIMIT_BURST: whole(1, 1_000_000).default(100),
  /** Proxies whose `X-Forwarded-For` tells the source of a request. */
  ROUTING_TRUSTED_PROXIES: addressRanges.default([]),
  /** What Prometheus has to send to read `/metrics`; without it, only this machine may. */
  METRICS_TOKEN: z.string().min(16, "must have at least 16 characters").optional(),
  /** Receivers inside: the only private addresses, and the only ones without TLS, that webhooks go to. */
  WEBHOOK_PRIVATE_ADDRESSES_ALLOWED: addressRanges.default([]),
  /** Other ports belong to services that are no receivers, such as SSH and SMTP. */
  WEBHOOK_PORTS_ALLOWED: portRanges.default([
    [80, 80],
    [443, 443],
    [1_024, 65_535],
  ]),
  WEBHOOK_TIMEOUT_MS: timerMs.default(10_000),
  /** Stretches or shrinks every wait between attempts. */
  WEBHOOK_RETRY_SCALE: z.coerce.number(SCALE_FAULT).positive(SCALE_FAULT).max(1_000, SCALE_FAULT).default(1),
  WEBHOOK_DISABLE_AFTER_MS: spanMs.default(5 * DAY_MS),
  /** How long deliveries stay in the log. */
  WEBHOOK_KEEP_MS: spanMs.default(30 * DAY_MS),
  /** How long payments are kept after the last that happened to them; for good without it (0193). */
  PAYMENT_KEEP_DAYS: whole(LEAST_KEPT_DAYS, MOST_KEPT_DAYS).optional(),
  ROUTING_LOG_LEVEL: z.enum(["debug", "info", "warn", "error"]).default("info"),
  ...gatewayEnvFields,
});
const envSchema = envFields.superRefine(checkGatewayGroups).superRefine((env, context) => {
  const { PAYMENT_KEEP_DAYS: days, WEBHOOK_KEEP_MS: logMs } = env;
  if (days === undefined || logMs <= days * DAY_MS) return;
  context.addIssue({
    code: "custom",
    path: ["PAYMENT_KEEP_DAYS"],
    message: "must not be shorter than WEBHOOK_KEEP_MS, whose log tells of payments too",
  });
});
export type RoutingEnv = z.infer<typeof envSchema>;

/** Throws a StartupError that names every variable at fault, and never its value. */
export function readRoutingEnv(variables: NodeJS.ProcessEnv = process.env): RoutingEnv {
  const parsed = envSchema.safeParse(variables);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`);
  throw new StartupError(faults.join("\n"));
}

/** The same for a program that learns some of them from the running stack. */
export function readRoutingEnvOver(known: Record<string, string>): RoutingEnv {
  return readRoutingEnv({ ...process.env, ...known });
}

/** What `npm run merchant` and `npm run reconcile` take from the environment; what is absent comes from the running stack. */
export function readMerchantEnv(variables: NodeJS.ProcessEnv = process.env): {
  dataDir: string | undefined;
  databaseUrl: string | undefined;
  saltKey: string | undefined;
} {
  return {
    dataDir: variables.DATA_DIR,
    databaseUrl: variables.ROUTING_DATABASE_URL,
    saltKey: variables.ROUTING_SALT_KEY,
  };
}
