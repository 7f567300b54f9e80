import { commandsHere } from "@/server/platform/commands-here";
import { systemClock } from "@/server/platform/clock";
import { createLogger } from "@/server/platform/log";
import { createPool, sqlState } from "@/server/platform/pool";
import { dataFolder, readRunningStack } from "@/server/platform/running";
import { readInviteEnv } from "./env";
import { inviteAdmin, type InviteAdminOutcome } from "./people/commands/invite-admin";

/** `npm run admin`: invites an admin of a running stack, or of the database that the variable names. */
const USAGE = commandsHere(`Usage:
  npm run admin -- EMAIL NAME      prints a link with which this person becomes an admin`);

const NO_TABLE = "42P01";

class UsageError extends Error {}

async function main(args: readonly string[]): Promise<string> {
  const [email, ...names] = args;
  if (email === undefined || email.startsWith("-") || names.length === 0) throw new UsageError(USAGE);
  const env = readInviteEnv();
  const running = readRunningStack(dataFolder(env.dataDir));
  const url = env.databaseUrl ?? running?.dashboardDatabaseUrl;
  if (url === undefined) {
    throw new UsageError(
      commandsHere("Paydeck does not run here. Start it with npm start, or set DASHBOARD_DATABASE_URL."),
    );
  }
  const pool = createPool({
    connectionString: url,
    applicationName: "paydeck-admin",
    maxConnections: 1,
    logger: createLogger("admin", "error"),
  });
  try {
    const outcome = await inviteAdmin({ pool, clock: systemClock }, { email, name: names.join(" ") });
    return textOf(outcome, email, env.publicUrl ?? running?.dashboardUrl ?? "");
  } catch (error) {
    if (sqlState(error) !== NO_TABLE) throw error;
    throw new UsageError(commandsHere("This database has no tables yet. Run npm run migrate first."));
  } finally {
    await pool.end();
  }
}

function textOf(outcome: InviteAdminOutcome, email: string, address: string): string {
  switch (outcome.kind) {
    case "link":
      return (
        `${new URL(outcome.path, address === "" ? "http://localhost" : address).href}\n\n` +
        `Open it before ${outcome.expiresAt} and choose a password. It works once; keep it to yourself.\n` +
        (address === ""
          ? "Replace http://localhost by the address of the dashboard (NEXTAUTH_URL is not set).\n"
          : "")
      );
    case "taken":
      throw new UsageError(
        `${email} is there already: another admin can send a new link under People. If there is none who can sign in, invite another e-mail address.`,
      );
    case "invalid":
      throw new UsageError(
        outcome.faults.includes("email")
          ? "This is not an e-mail address. It comes first, then the name."
          : "A name has 1 to 100 characters.",
      );
  }
}

main(process.argv.slice(2)).then(
  (text) => void process.stdout.write(text),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : "the command failed"}\n`);
    process.exitCode = 1;
  },
);
