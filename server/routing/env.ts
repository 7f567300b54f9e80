import { z } from "zod";
import { StartupError } from "@/server/platform/lifecycle";

const positiveMs = z.coerce.number().int().positive();

const saltKey = z.string().transform((text, context) => {
  const key = Buffer.from(text, "base64");
  if (key.length === 32) return key;
  context.addIssue({ code: "custom", message: "must be 32 bytes in base64 (openssl rand -base64 32)" });
  return z.NEVER;
});

const envSchema = z.object({
  ROUTING_DATABASE_URL: z.string({ error: "is missing: the address of a Postgres 15 or newer" }).min(1),
  ROUTING_HOST: z.string().default("127.0.0.1"),
  ROUTING_PORT: z.coerce.number().int().min(1).max(65535).default(4000),
  ROUTING_PUBLIC_URL: z.url().optional(),
  ROUTING_SALT_KEY: saltKey,
  SANDBOX_API_KEY: z.string().min(1).optional(),
  SANDBOX_API_SALT: z.string().min(1).optional(),
  SIMULATOR_REFUND_MS: z.coerce.number().int().nonnegative().default(3_000),
  /** How long a payment can be paid (D9). */
  PAYMENT_LIFETIME_MS: positiveMs.default(24 * 60 * 60 * 1000),
  SWEEP_INTERVAL_MS: positiveMs.default(15_000),
  RATE_LIMIT_PER_SECOND: z.coerce.number().positive().default(500),
  RATE_LIMIT_BURST: z.coerce.number().int().positive().default(1_000),
  ROUTING_LOG_LEVEL: z.enum(["debug", "info", "warn", "error"]).default("info"),
});
export type RoutingEnv = z.infer<typeof envSchema>;

/** Throws a StartupError that names every variable at fault, and never its value. */
export function readRoutingEnv(variables: NodeJS.ProcessEnv = process.env): RoutingEnv {
  const parsed = envSchema.safeParse(variables);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`);
  throw new StartupError(faults.join("\n"));
}

/** What `npm run merchant` takes from the environment; what is absent comes from the running stack. */
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
