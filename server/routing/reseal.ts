import { StartupError } from "@/server/platform/lifecycle";
import { createLogger } from "@/server/platform/log";
import { createPool, type Pool } from "@/server/platform/pool";
import { dataFolder, readRunningStack } from "@/server/platform/running";
import { readMerchantEnv } from "./env";
import { createSaltBox } from "./store/keys/salt-box";
import { readSealedState } from "./usecases/keys/sealed-state";
import { resealGatewayCredentials, resealSalts, resealWebhookSecrets } from "./usecases/keys/reseal";

const KEY_BYTES = 32;
const KINDS = [
  ["salts", resealSalts],
  ["webhook secrets", resealWebhookSecrets],
  ["gateway credentials", resealGatewayCredentials],
] as const;

/**
 * The service's half of `npm run reseal`: seals salts, webhook secrets and credentials of merchants' gateways with ROUTING_SALT_KEY (decision 0263). Returns how
 * many no key opens; null when ROUTING_OTHER_SALT_KEY is not set. Throws a StartupError for a missing or invalid variable.
 */
export async function resealRouting(say: (line: string) => void): Promise<number | null> {
  const { dataDir, databaseUrl, saltKey, otherSaltKey } = readMerchantEnv();
  if (otherSaltKey === undefined) return null;
  const connectionString = databaseUrl ?? readRunningStack(dataFolder(dataDir))?.routingDatabaseUrl;
  if (connectionString === undefined) {
    throw new StartupError("Paydeck does not run here: set ROUTING_DATABASE_URL.");
  }
  const saltBox = createSaltBox(
    readKey("ROUTING_SALT_KEY", saltKey),
    readKey("ROUTING_OTHER_SALT_KEY", otherSaltKey),
  );
  const pool = openPool(connectionString);
  try {
    let unreadableInAll = 0;
    for (const [kind, reseal] of KINDS) {
      const { resealed, unreadable, total } = await reseal({ pool, saltBox });
      say(`${kind}: ${String(resealed)} of ${String(total)} sealed again`);
      for (const name of unreadable.slice(0, NAMED))
        say(`  ${name} opens with neither key, and was not changed`);
      unreadableInAll += unreadable.length;
    }
    if (unreadableInAll > 0) {
      say(
        `${String(unreadableInAll)} open with neither ROUTING_SALT_KEY nor ROUTING_OTHER_SALT_KEY. If the keys are right, rotate what is named.`,
      );
    }
    return unreadableInAll;
  } finally {
    await pool.end();
  }
}

/**
 * Counts what the keys do not open, for the doctor. Null when one of them is not a key. Changes nothing; throws when
 * the database is unavailable or has no tables.
 */
export async function countSealed(
  connectionString: string,
  saltKey: string,
  otherSaltKey: string | null,
): Promise<{ kind: string; total: number; unreadable: number }[] | null> {
  const keys = [saltKey, ...(otherSaltKey === null ? [] : [otherSaltKey])].map((text) =>
    Buffer.from(text, "base64"),
  );
  const [key, otherKey = null] = keys;
  if (key === undefined || keys.some(({ length }) => length !== KEY_BYTES)) return null;
  const pool = openPool(connectionString);
  try {
    const saltBox = createSaltBox(key, otherKey);
    const { salts, webhookSecrets, gatewayCredentials } = await readSealedState({ pool, saltBox });
    return [
      { kind: "salts", ...salts },
      { kind: "webhook secrets", ...webhookSecrets },
      { kind: "gateway credentials", ...gatewayCredentials },
    ];
  } finally {
    await pool.end();
  }
}

function openPool(connectionString: string): Pool {
  return createPool({
    connectionString,
    applicationName: "paydeck-reseal",
    maxConnections: 1,
    logger: createLogger("reseal", "error"),
  });
}

/** So many are named of each kind: with a wrong key all are unreadable. */
const NAMED = 20;

function readKey(name: string, text: string | undefined): Buffer {
  const key = Buffer.from(text ?? "", "base64");
  if (key.length !== KEY_BYTES) throw new StartupError(`${name} must be 32 bytes in base64.`);
  return key;
}
