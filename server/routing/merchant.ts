import { commandsHere } from "@/server/platform/commands-here";
import { systemClock } from "@/server/platform/clock";
import { createLogger } from "@/server/platform/log";
import { createPool } from "@/server/platform/pool";
import { dataFolder, readRunningStack } from "@/server/platform/running";
import { readMerchantEnv } from "./env";
import { SIMULATOR } from "./gateway/simulator/simulator";
import { runMerchantCommand } from "./merchant-command";
import { createSaltBox } from "./store/keys/salt-box";
import { isKeyWrong, readSealedState, SALT_KEY_DOES_NOT_FIT } from "./usecases/keys/sealed-state";
import type { MerchantDeps } from "./usecases/manage-merchants";

/** `npm run merchant`: administers the merchants of a running stack, or of the database in the environment. */
function main(args: readonly string[]): Promise<unknown> {
  const { apiKey, salt } = readMerchantEnv();
  const warn = (text: string): void => void process.stderr.write(text);
  return runMerchantCommand(args, { withDeps, ownCredentials: { apiKey, salt }, warn });
}

async function withDeps<T>(work: (deps: MerchantDeps) => Promise<T>): Promise<T> {
  const env = readMerchantEnv();
  const running = readRunningStack(dataFolder(env.dataDir));
  const connectionString = env.databaseUrl ?? running?.routingDatabaseUrl;
  const saltKey = env.saltKey ?? running?.routingSaltKey;
  if (connectionString === undefined || saltKey === undefined) {
    throw new Error(
      commandsHere(
        "Paydeck does not run here. Start it with npm start, or set ROUTING_DATABASE_URL and ROUTING_SALT_KEY.",
      ),
    );
  }
  const key = Buffer.from(saltKey, "base64");
  if (key.length !== 32) throw new Error("ROUTING_SALT_KEY must be 32 bytes in base64.");
  const pool = createPool({
    connectionString,
    applicationName: "paydeck-merchant",
    maxConnections: 1,
    logger: createLogger("merchant", "error"),
  });
  try {
    const otherKey = env.otherSaltKey === undefined ? null : Buffer.from(env.otherSaltKey, "base64");
    const saltBox = createSaltBox(key, otherKey);
    if (isKeyWrong(await readSealedState({ pool, saltBox }))) {
      throw new Error(commandsHere(SALT_KEY_DOES_NOT_FIT));
    }
    const mayUseSimulator = env.mayUseSimulator && running?.isProduction !== true;
    const defaultGateway = mayUseSimulator ? SIMULATOR : null;
    return await work({ pool, saltBox, clock: systemClock, defaultGateway });
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
