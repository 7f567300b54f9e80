import { hkdfSync } from "node:crypto";
import { z } from "zod";
import { LIMIT_RANGES, type NotificationLimits } from "@/lib/notifications/limits";
import { type AddressRange, parseRange } from "@/server/platform/address-range";
import { withoutEmpty } from "@/server/platform/env";
import { StartupError } from "@/server/platform/lifecycle";
import { urlOnThisMachine } from "@/server/platform/url-on-this-machine";
import type { SignInLimits } from "./auth/sign-in-limits";
import type { MailSettings } from "./mail/mail";
import type { IdentityProvider } from "./runtime";

/** An address, or a name before one in angle brackets. No line break: it is a header. */
const SENDER = /^(?:[^<>\r\n]{1,100} <[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/;

const DELAY_FAULT = "must be a whole number from 0 to 60000";

const envSchema = z.object({
  DASHBOARD_DATABASE_URL: z.string({ error: "is missing: the address of a Postgres 15 or newer" }).min(1),
  HOST: z.string().min(1).default("127.0.0.1"),
  PORT: z.coerce.number("must be a port number").int().min(0).max(65535).default(3000),
  NEXTAUTH_SECRET: z
    .string({ error: "is missing: at least 16 characters, the same for every process" })
    .min(16, "is too short: at least 16 characters"),
  NEXTAUTH_URL: z
    .url({ protocol: /^https?$/, error: "must be the dashboard's http or https address" })
    .optional(),
  CLIENT_ADDRESS_HEADER: z
    .string()
    .regex(/^[A-Za-z0-9-]{1,64}$/, "must be the name of a header, like X-Forwarded-For")
    .optional(),
  SIGN_IN_FAILURES_PER_NETWORK: failureLimit(30),
  SIGN_IN_FAILURES_IN_TOTAL: failureLimit(300),
  SECOND_FACTOR_KEY: z.string().min(16, "is too short: at least 16 characters").optional(),
  OTHER_SECOND_FACTOR_KEY: z.string().min(16, "is too short: at least 16 characters").optional(),
  OIDC_ISSUER: z
    .url({ protocol: /^https?$/, error: "must be the provider's http or https address" })
    .optional(),
  OIDC_CLIENT_ID: z.string().min(1).optional(),
  OIDC_CLIENT_SECRET: z.string().min(1).optional(),
  OIDC_NAME: z.string().min(1).max(40, "is too long: at most 40 characters").optional(),
  PAYDECK_SANDBOX: z.enum(["0", "1"], "must be 0 or 1").default("0"),
  SANDBOX_PASSWORD: z.string().min(1).max(1_000).optional(),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: "must be like smtp://name:password@mail.example:587" })
    .optional(),
  SMTP_FROM: z.string().regex(SENDER, "must be an address like Paydeck <paydeck@example.com>").optional(),
  NOTIFY_STUCK_PAYMENTS: limit(LIMIT_RANGES.stuckPayments.min, LIMIT_RANGES.stuckPayments.max, 20),
  NOTIFY_SUCCESS_RATE_POINTS: limit(
    LIMIT_RANGES.successRatePoints.min,
    LIMIT_RANGES.successRatePoints.max,
    15,
  ),
  NOTIFY_LATE_REFUND_HOURS: limit(LIMIT_RANGES.lateRefundHours.min, LIMIT_RANGES.lateRefundHours.max, 24),
  CHAT_PRIVATE_ADDRESSES_ALLOWED: z.string().transform(readRanges).default([]),
  METRICS_TOKEN: z.string().min(16, "must have at least 16 characters").optional(),
  SHUTDOWN_DELAY_MS: z.coerce
    .number(DELAY_FAULT)
    .int(DELAY_FAULT)
    .min(0, DELAY_FAULT)
    .max(60_000, DELAY_FAULT)
    .default(0),
  DASHBOARD_LOG_LEVEL: z.enum(["debug", "info", "warn", "error"]).default("info"),
});

function readRanges(text: string, context: z.RefinementCtx): AddressRange[] {
  const parts = text.split(",").filter((part) => part.trim() !== "");
  const ranges = parts.map((part) => parseRange(part.trim())).filter((range) => range !== null);
  if (ranges.length === parts.length) return ranges;
  context.addIssue({ code: "custom", message: 'must be ranges like "10.0.0.0/8, fd00::/8"' });
  return z.NEVER;
}

function limit(least: number, most: number, usual: number) {
  const range = `must be a whole number from ${least} to ${most}`;
  return z.coerce.number(range).int(range).min(least, range).max(most, range).default(usual);
}

function failureLimit(usual: number) {
  const range = "must be a whole number from 1 to 1000000";
  return z.coerce.number(range).int(range).min(1, range).max(1_000_000, range).default(usual);
}

/** The dashboard's own configuration; that of the routing service is in `routing-client/env.ts`. */
export type DashboardEnv = {
  databaseUrl: string;
  host: string;
  port: number;
  /** The public URL, when it is not the address that this process listens on (behind a proxy). */
  publicUrl: URL | null;
  /** The header, in lower case, in which the proxy before this process names its client. */
  clientAddressHeader: string | null;
  signInLimits: SignInLimits;
  /** Whether the sign-in page offers the sandbox's accounts. */
  isSandbox: boolean;
  /** If set, the four sandbox accounts exist with this password. */
  sandboxPassword: string | null;
  /** Signs next-auth's cookies. */
  sessionSecret: string;
  /** Encrypts second factors; decision 0130. */
  secondFactorKey: string;
  /** Opens second factors too, while the key is being changed; decision 0263. */
  otherSecondFactorKey: string | null;
  identityProvider: IdentityProvider | null;
  notificationLimits: NotificationLimits;
  /** Null: no e-mail is sent. */
  mail: MailSettings | null;
  /** Internal chat servers: the only private addresses, and the only ones without TLS, that are called. */
  chatPrivateAddressesAllowed: readonly AddressRange[];
  /** The token that Prometheus must send to read `/metrics`; without it, only this machine may read. */
  metricsToken: string | null;
  /** How long this process still answers after SIGTERM, in milliseconds. */
  shutdownDelayMs: number;
  logLevel: string;
};

/** Throws a StartupError with a line for each invalid variable, and never its value. */
export function readDashboardEnv(variables: NodeJS.ProcessEnv = process.env): DashboardEnv {
  const parsed = envSchema.safeParse(withoutEmpty(variables));
  if (!parsed.success) {
    throw new StartupError(
      parsed.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`).join("\n"),
    );
  }
  const env = parsed.data;
  return {
    databaseUrl: env.DASHBOARD_DATABASE_URL,
    host: env.HOST,
    port: env.PORT,
    publicUrl: env.NEXTAUTH_URL === undefined ? null : new URL(env.NEXTAUTH_URL),
    clientAddressHeader: env.CLIENT_ADDRESS_HEADER?.toLowerCase() ?? null,
    signInLimits: {
      failuresPerNetwork: env.SIGN_IN_FAILURES_PER_NETWORK,
      failuresInTotal: env.SIGN_IN_FAILURES_IN_TOTAL,
    },
    isSandbox: env.PAYDECK_SANDBOX === "1",
    sandboxPassword: env.SANDBOX_PASSWORD ?? null,
    sessionSecret: env.NEXTAUTH_SECRET,
    secondFactorKey: env.SECOND_FACTOR_KEY ?? env.NEXTAUTH_SECRET,
    otherSecondFactorKey: env.OTHER_SECOND_FACTOR_KEY ?? null,
    identityProvider: readIdentityProvider(env),
    notificationLimits: {
      stuckPayments: env.NOTIFY_STUCK_PAYMENTS,
      successRatePoints: env.NOTIFY_SUCCESS_RATE_POINTS,
      lateRefundHours: env.NOTIFY_LATE_REFUND_HOURS,
    },
    mail: readMailSettings(env),
    chatPrivateAddressesAllowed: env.CHAT_PRIVATE_ADDRESSES_ALLOWED,
    metricsToken: env.METRICS_TOKEN ?? null,
    shutdownDelayMs: env.SHUTDOWN_DELAY_MS,
    logLevel: env.DASHBOARD_LOG_LEVEL,
  };
}

function readMailSettings(env: z.output<typeof envSchema>): MailSettings | null {
  const { SMTP_URL: smtpUrl, SMTP_FROM: from } = env;
  if (smtpUrl === undefined && from === undefined) return null;
  if (smtpUrl === undefined || from === undefined) {
    throw new StartupError("SMTP_URL and SMTP_FROM belong together: set both, or leave both out.");
  }
  return { smtpUrl, from };
}

function readIdentityProvider(env: z.output<typeof envSchema>): IdentityProvider | null {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = env;
  if (issuer === undefined && clientId === undefined && clientSecret === undefined) return null;
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) {
    throw new StartupError(
      "OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET belong together: set all three, or leave all three out.",
    );
  }
  return { name: env.OIDC_NAME ?? new URL(issuer).host, issuer, clientId, clientSecret };
}

/** The variables of `npm run admin`; a missing database comes from the running stack. */
export function readInviteEnv(variables: NodeJS.ProcessEnv = process.env): {
  dataDir: string | undefined;
  databaseUrl: string | undefined;
  publicUrl: string | undefined;
} {
  return { ...readAuditEnv(variables), publicUrl: variables.NEXTAUTH_URL || undefined };
}

/** The variables of `npm run reseal`; `otherKey` is null when the key is not being changed. Throws a StartupError. */
export function readResealEnv(variables: NodeJS.ProcessEnv = process.env): {
  dataDir: string | undefined;
  databaseUrl: string | undefined;
  key: string;
  otherKey: string | null;
} {
  const otherKey = variables.OTHER_SECOND_FACTOR_KEY || null;
  const key = variables.SECOND_FACTOR_KEY || variables.NEXTAUTH_SECRET || "";
  if (otherKey !== null && otherKey.length < LEAST_KEY) {
    throw new StartupError("OTHER_SECOND_FACTOR_KEY is too short: at least 16 characters");
  }
  if (otherKey !== null && key.length < LEAST_KEY) {
    throw new StartupError("SECOND_FACTOR_KEY is missing or too short: at least 16 characters");
  }
  return { ...readAuditEnv(variables), key, otherKey };
}

const LEAST_KEY = 16;

/** The variables of `npm run audit:verify`; missing ones come from the running stack. */
export function readAuditEnv(variables: NodeJS.ProcessEnv = process.env): {
  dataDir: string | undefined;
  databaseUrl: string | undefined;
} {
  return { dataDir: variables.DATA_DIR, databaseUrl: variables.DASHBOARD_DATABASE_URL };
}

/**
 * What Next and next-auth read from the environment themselves. Without NEXTAUTH_URL, next-auth would assume
 * localhost:3000; AUTH_TRUST_HOST makes it use the request's host, which `http/front.ts` has made trustworthy. Call it
 * before either is loaded.
 */
export function prepareFrameworkEnv(env: DashboardEnv, mode: "production" | "development"): void {
  Object.assign(process.env, {
    NODE_ENV: mode,
    NEXT_TELEMETRY_DISABLED: "1",
    NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: actionKey(env.sessionSecret),
    ...(env.publicUrl === null ? { AUTH_TRUST_HOST: "1" } : {}),
  });
}

/**
 * Encrypts what a server action captures from its page, in base64. The key in the build is that of everybody who has
 * the release, so each installation derives its own, the same in all of its dashboards (decision 0256).
 */
function actionKey(sessionSecret: string): string {
  return Buffer.from(hkdfSync("sha256", sessionSecret, "", "paydeck server actions", 32)).toString("base64");
}

/**
 * Next sends an action that was posted to another page to itself, and fetches the page that an action redirects to, by
 * the public URL. Behind a proxy that leads out of the machine and back, or nowhere. Next reads the variable, which is
 * not documented, at each such request.
 */
export function pointFrameworkAtItself(env: DashboardEnv, port: number): void {
  if (env.publicUrl === null) return;
  process.env.__NEXT_PRIVATE_ORIGIN = urlOnThisMachine(env.host, port);
}
