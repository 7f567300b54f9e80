import { commandsHere } from "@/server/platform/commands-here";
import { createLogger } from "@/server/platform/log";
import { createPool } from "@/server/platform/pool";
import { dataFolder, readRunningStack } from "@/server/platform/running";
import { readMerchantEnv } from "./env";
import { createSaltBox } from "./store/keys/salt-box";
import { resealSalts, resealWebhookSecrets } from "./usecases/keys/reseal";

/** `npm run reseal`: the last step but one of changing ROUTING_SALT_KEY, while everything runs (decision 0263). */
const USAGE = commandsHere(`Usage:
  npm run reseal    seals all salts and webhook secrets, which ROUTING_OTHER_SALT_KEY opens, with ROUTING_SALT_KEY. Each
                    running process has to have both keys. It can be stopped and run again at any time.`);
const KEY_BYTES = 32;

class UsageError extends Error {}

async function main(args: readonly string[]): Promise<void> {
  const { dataDir, databaseUrl, saltKey, otherSaltKey } = readMerchantEnv();
  const connectionString = databaseUrl ?? readRunningStack(dataFolder(dataDir))?.routingDatabaseUrl;
  if (args.length > 0 || connectionString === undefined) throw new UsageError(`${USAGE}\n${WANTED}`);
  const saltBox = createSaltBox(
    readKey("ROUTING_SALT_KEY", saltKey),
    readKey("ROUTING_OTHER_SALT_KEY", otherSaltKey),
  );
  const pool = createPool({
    connectionString,
    applicationName: "paydeck-reseal",
    maxConnections: 1,
    logger: createLogger("reseal", "error"),
  });
  try {
    for (const [what, reseal] of [
      ["salts", resealSalts],
      ["webhook secrets", resealWebhookSecrets],
    ] as const) {
      const { resealed, total } = await reseal({ pool, saltBox });
      process.stdout.write(`${what}: ${String(resealed)} of ${String(total)} sealed again\n`);
    }
    process.stdout.write(
      "All are sealed with ROUTING_SALT_KEY. Restart each process without ROUTING_OTHER_SALT_KEY.\n",
    );
  } catch (error) {
    if (!isWrongKey(error)) throw error;
    throw new UsageError(
      "Neither key opens a salt of this database. Those that were sealed again before stay so; nothing else was changed.",
    );
  } finally {
    await pool.end();
  }
}

const WANTED =
  "Set ROUTING_SALT_KEY, ROUTING_OTHER_SALT_KEY and, unless Paydeck runs here, ROUTING_DATABASE_URL.";

function readKey(name: string, text: string | undefined): Buffer {
  const key = Buffer.from(text ?? "", "base64");
  if (key.length !== KEY_BYTES) throw new UsageError(`${name} must be 32 bytes in base64. ${WANTED}`);
  return key;
}

/** What Node's cipher says when the key does not fit, or the bytes were altered. */
function isWrongKey(error: unknown): boolean {
  return error instanceof Error && /unable to authenticate data/.test(error.message);
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
