import { z } from "zod";
import { DEFAULT_MERCHANT_NAME, SANDBOX_MERCHANT } from "@/server/platform/installation";
import { StartupError } from "@/server/platform/lifecycle";
import { dataFolder } from "@/server/platform/running";

/** The variables of the README's table; all are optional, and an empty value counts as absent. */
const port = z
  .string()
  .regex(/^[0-9]{1,5}$/)
  .transform((text) => Number.parseInt(text, 10))
  .refine((value) => value >= 1 && value <= 65_535);
const databaseUrl = z.url({ protocol: /^postgres(ql)?$/ });
const text = z.string();

const variables = {
  PORT: { schema: port, wanted: "a port number from 1 to 65535" },
  HOST: { schema: text, wanted: "an address of this machine" },
  ROUTING_PORT: { schema: port, wanted: "a port number from 1 to 65535" },
  ROUTING_HOST: { schema: text, wanted: "an address of this machine" },
  DATA_DIR: { schema: text, wanted: "a folder" },
  ROUTING_DATABASE_URL: { schema: databaseUrl, wanted: "postgres://user:password@host:port/database" },
  DASHBOARD_DATABASE_URL: { schema: databaseUrl, wanted: "postgres://user:password@host:port/database" },
  ROUTING_POOLER_URL: { schema: databaseUrl, wanted: "postgres://user:password@host:port/database" },
  ROUTING_REPLICA_URL: { schema: databaseUrl, wanted: "postgres://user:password@host:port/database" },
  ROUTING_BASE_URL: { schema: z.url({ protocol: /^https?$/ }), wanted: "the http(s) address of a service" },
  ROUTING_API_KEY: { schema: text, wanted: "the merchant's key" },
  ROUTING_API_SALT: { schema: text, wanted: "the merchant's salt" },
  ROUTING_SALT_KEY: {
    schema: z.string().refine((value) => Buffer.from(value, "base64").length === 32),
    wanted: "32 bytes in base64 (openssl rand -base64 32)",
  },
  NEXTAUTH_SECRET: { schema: text, wanted: "a long random text" },
  MERCHANT_NAME: {
    schema: z.string().trim().min(1).max(100),
    wanted: "the name of your shop, in 1 to 100 characters",
  },
  SANDBOX_API_KEY: { schema: text, wanted: "the sandbox merchant's key" },
  SANDBOX_API_SALT: { schema: text, wanted: "the sandbox merchant's salt" },
  SANDBOX_PASSWORD: { schema: text, wanted: "a password" },
  SIMULATOR: { schema: z.enum(["on", "off", "none"]), wanted: "on, off or none" },
  SIMULATOR_REFUND_MS: { schema: z.string().regex(/^[0-9]{1,8}$/), wanted: "milliseconds, a whole number" },
} as const;

type Name = keyof typeof variables;
type Values = { [K in Name]: z.output<(typeof variables)[K]["schema"]> | undefined };

const DEFAULT_PORT = 3000;
const DEFAULT_ROUTING_PORT = 4000;
const DEFAULT_HOST = "127.0.0.1";

/** Another service that the dashboard calls instead of the embedded one. */
export type ForeignService = { baseUrl: string; apiKey: string; apiSalt: string };

export type StartEnv = {
  /** For real money, not a sandbox (decision 0402). */
  isProduction: boolean;
  port: number;
  host: string;
  routingPort: number;
  routingHost: string;
  folder: string;
  foreignService: ForeignService | null;
  routingDatabaseUrl: string | undefined;
  dashboardDatabaseUrl: string | undefined;
  saltKey: string | undefined;
  nextAuthSecret: string | undefined;
  /** Of the merchant that is made for the dashboard of a production start. */
  merchantName: string;
  sandboxApiKey: string | undefined;
  sandboxApiSalt: string | undefined;
  sandboxPassword: string | undefined;
  /** The whole environment, for the services: they read more variables than are validated here. */
  inherited: NodeJS.ProcessEnv;
};

/** Throws a StartupError with one line per invalid variable; no line contains a value, which may be a secret. */
export function readStartEnv(
  given: NodeJS.ProcessEnv = process.env,
  { isProduction } = { isProduction: false },
): StartEnv {
  const faults: string[] = [];
  const values = Object.fromEntries(
    Object.entries(variables).map(([name, { schema, wanted }]) => {
      const raw = given[name];
      if (raw === undefined || raw === "") return [name, undefined];
      const parsed = schema.safeParse(raw);
      if (!parsed.success) faults.push(`${name} is not usable. Set it to ${wanted}, or leave it out.`);
      return [name, parsed.data];
    }),
  ) as Values;

  const ports = {
    port: values.PORT ?? DEFAULT_PORT,
    routingPort: values.ROUTING_PORT ?? DEFAULT_ROUTING_PORT,
  };
  const areBothHere = values.ROUTING_BASE_URL === undefined;
  if (areBothHere && ports.port === ports.routingPort) {
    faults.push(`PORT and ROUTING_PORT are both ${ports.port}. Set one of them to another port.`);
  }
  const { ROUTING_DATABASE_URL: routing, DASHBOARD_DATABASE_URL: dashboard } = values;
  if (areBothHere && routing !== undefined && routing === dashboard) {
    faults.push(
      "ROUTING_DATABASE_URL and DASHBOARD_DATABASE_URL are the same. Set one of them to another database.",
    );
  }
  if (isProduction && values.SIMULATOR !== undefined && values.SIMULATOR !== "none") {
    faults.push("SIMULATOR is set, and a start with --production has no simulator. Leave it out.");
  }
  if (values.MERCHANT_NAME === SANDBOX_MERCHANT)
    faults.push(
      `MERCHANT_NAME is ${SANDBOX_MERCHANT}, which is a sandbox's. Set it to the name of your shop.`,
    );
  const foreignService = readForeignService(values, faults);
  if (faults.length > 0) throw new StartupError(faults.join("\n"));
  return {
    isProduction,
    ...ports,
    routingHost: values.ROUTING_HOST ?? DEFAULT_HOST,
    host: values.HOST ?? DEFAULT_HOST,
    folder: dataFolder(values.DATA_DIR),
    foreignService,
    routingDatabaseUrl: values.ROUTING_DATABASE_URL,
    dashboardDatabaseUrl: values.DASHBOARD_DATABASE_URL,
    saltKey: values.ROUTING_SALT_KEY,
    nextAuthSecret: values.NEXTAUTH_SECRET,
    merchantName: values.MERCHANT_NAME ?? DEFAULT_MERCHANT_NAME,
    sandboxApiKey: values.SANDBOX_API_KEY,
    sandboxApiSalt: values.SANDBOX_API_SALT,
    sandboxPassword: values.SANDBOX_PASSWORD,
    inherited: given,
  };
}

/** A process that gets the environment unchanged uses this. */
export function inheritedEnv(): NodeJS.ProcessEnv {
  return process.env;
}

/** Serves commands that work on a data folder: the folder, and the directory where the person typed the command. */
export function readFolderEnv(given: NodeJS.ProcessEnv = process.env): { folder: string; typedIn: string } {
  // npm runs a command in the checkout and passes the original directory in INIT_CWD.
  return { folder: dataFolder(given.DATA_DIR || undefined), typedIn: given.INIT_CWD || process.cwd() };
}

/** External databases, for commands that also work without a running stack. */
export function readDatabaseUrls(given: NodeJS.ProcessEnv = process.env): {
  routing: string | undefined;
  dashboard: string | undefined;
} {
  return {
    routing: given.ROUTING_DATABASE_URL || undefined,
    dashboard: given.DASHBOARD_DATABASE_URL || undefined,
  };
}

function readForeignService(values: Values, faults: string[]): ForeignService | null {
  const { ROUTING_BASE_URL: baseUrl, ROUTING_API_KEY: apiKey, ROUTING_API_SALT: apiSalt } = values;
  if (baseUrl === undefined && apiKey === undefined && apiSalt === undefined) return null;
  if (baseUrl !== undefined && apiKey !== undefined && apiSalt !== undefined) {
    return { baseUrl, apiKey, apiSalt };
  }
  const names = ["ROUTING_BASE_URL", "ROUTING_API_KEY", "ROUTING_API_SALT"] as const;
  const missing = names.filter((name) => values[name] === undefined);
  faults.push(
    `To use another service, set ${missing.join(" and ")} too; to use the embedded one, leave out all three of ${names.join(", ")}.`,
  );
  return null;
}
