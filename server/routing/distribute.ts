import { StartupError } from "@/server/platform/lifecycle";
import { distributeDatabase } from "./distribute/distribute-database";
import { readMerchantEnv } from "./env";

/** `npm run distribute`: divides the tables of a database on Citus among its nodes by merchant (decision 0393). */
async function main(args: readonly string[]): Promise<void> {
  if (args.length > 0) throw new StartupError("This command takes no arguments.");
  const { databaseUrl } = readMerchantEnv();
  if (databaseUrl === undefined || databaseUrl === "") {
    throw new StartupError("Set ROUTING_DATABASE_URL to the address of the coordinator, as its owner.");
  }
  await distributeDatabase(databaseUrl, (line) => process.stdout.write(`${line}\n`));
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
