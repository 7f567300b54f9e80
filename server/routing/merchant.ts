import { systemClock } from "@/server/platform/clock";
import { createLogger } from "@/server/platform/log";
import { createPool } from "@/server/platform/pool";
import { dataFolder, readRunningStack } from "@/server/platform/running";
import { readMerchantEnv } from "./env";
import { SIMULATOR } from "./gateway/simulator/simulator";
import { createSaltBox } from "./store/salt-box";
import {
  createMerchant,
  listMerchants,
  type MerchantDeps,
  type MerchantRefusal,
  rotateMerchantKey,
} from "./usecases/manage-merchants";

/** `npm run merchant`: administers the merchants of a running stack, or of the database that the variables name. */
const USAGE = `Usage:
  npm run merchant -- create NAME                        a new merchant; prints its key and salt
  npm run merchant -- list                               every merchant and its working keys
  npm run merchant -- rotate NAME [--overlap-hours N]    a new key and salt; the old ones stop after N hours (0)`;

const HOUR_MS = 60 * 60 * 1000;
const MAX_OVERLAP_HOURS = 24 * 30;

class UsageError extends Error {}

async function main(args: readonly string[]): Promise<unknown> {
  const [verb, name, ...options] = args;
  if (verb === "list" && name === undefined) {
    const merchants = await withDeps((deps) => listMerchants(deps));
    return merchants.map(({ apiKeys: keys, ...merchant }) => ({ ...merchant, keys }));
  }
  if (name === undefined || name.startsWith("--")) throw new UsageError(USAGE);
  if (verb === "create" && options.length === 0) {
    const created = await withDeps((deps) => createMerchant(deps, name));
    if (!created.ok) throw new UsageError(refusalText(created.error, name));
    const { apiKey: key, salt } = created.value;
    return { name, key, salt };
  }
  if (verb === "rotate") {
    const overlapMs = readOverlapMs(options);
    const rotated = await withDeps((deps) => rotateMerchantKey(deps, name, overlapMs));
    if (!rotated.ok) throw new UsageError(refusalText(rotated.error, name));
    const { apiKey: key, salt, oldKeysExpireAt } = rotated.value;
    return { name, key, salt, oldKeysExpireAt };
  }
  throw new UsageError(USAGE);
}

function readOverlapMs(options: readonly string[]): number {
  if (options.length === 0) return 0;
  const [flag, text, ...rest] = options;
  const isWholeNumber = text !== undefined && /^[0-9]{1,3}$/.test(text);
  if (flag !== "--overlap-hours" || !isWholeNumber || rest.length > 0) throw new UsageError(USAGE);
  const hours = parseInt(text, 10);
  if (hours > MAX_OVERLAP_HOURS) throw new UsageError(`--overlap-hours takes at most ${MAX_OVERLAP_HOURS}.`);
  return hours * HOUR_MS;
}

function refusalText(refusal: MerchantRefusal, name: string): string {
  switch (refusal.kind) {
    case "invalid_name":
      return "A merchant's name is 1 to 100 characters, not all of them blank.";
    case "name_taken":
      return `There is a merchant named "${name}" already. To give it a new key: npm run merchant -- rotate "${name}"`;
    case "unknown_name":
      return `There is no merchant named "${name}". npm run merchant -- list shows the ones there are.`;
  }
}

async function withDeps<T>(work: (deps: MerchantDeps) => Promise<T>): Promise<T> {
  const env = readMerchantEnv();
  const running = readRunningStack(dataFolder(env.dataDir));
  const connectionString = env.databaseUrl ?? running?.routingDatabaseUrl;
  const saltKey = env.saltKey ?? running?.routingSaltKey;
  if (connectionString === undefined || saltKey === undefined) {
    throw new UsageError(
      "Paydeck does not run here. Start it with npm start, or set ROUTING_DATABASE_URL and ROUTING_SALT_KEY.",
    );
  }
  const pool = createPool({
    connectionString,
    applicationName: "paydeck-merchant",
    maxConnections: 1,
    logger: createLogger("merchant", "error"),
  });
  try {
    const saltBox = createSaltBox(Buffer.from(saltKey, "base64"));
    return await work({ pool, saltBox, clock: systemClock, defaultGateway: SIMULATOR });
  } finally {
    await pool.end();
  }
}

main(process.argv.slice(2)).then(
  (result) => process.stdout.write(`${JSON.stringify(result, null, 2)}\n`),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : "the command failed"}\n`);
    process.exitCode = 1;
  },
);
