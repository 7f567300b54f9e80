import { execFile } from "node:child_process";
import { stat } from "node:fs/promises";
import { promisify } from "node:util";
import { StartupError } from "@/server/platform/lifecycle";

const run = promisify(execFile);

/** The operating system user that runs Postgres; null for the user of this program. */
export type Account = { uid: number; gid: number } | null;

const CANDIDATES = ["postgres", "nobody"];

/**
 * Postgres refuses to run as root. When root starts it, it runs as the user that already owns the data, else as the
 * first of the usual unprivileged users; none is created.
 */
export async function chooseAccount(dataFolder: string): Promise<Account> {
  if (process.getuid?.() !== 0) return null;
  const owner = await stat(dataFolder).catch(() => null);
  if (owner !== null && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  for (const name of CANDIDATES) {
    const account = await lookUp(name);
    if (account !== null) return account;
  }
  throw new StartupError(
    `Postgres refuses to run as root, and there is neither a user "postgres" nor "nobody" here. Start as another user.`,
  );
}

async function lookUp(name: string): Promise<Account> {
  try {
    const [uid, gid] = await Promise.all(["-u", "-g"].map((flag) => run("id", [flag, name])));
    if (uid === undefined || gid === undefined) return null;
    return { uid: Number.parseInt(uid.stdout, 10), gid: Number.parseInt(gid.stdout, 10) };
  } catch {
    return null;
  }
}
