import { parseArgs } from "node:util";
import { z } from "zod";
import { FIRST_ACCOUNT_ID } from "@/lib/accounts/account";
import { commandsHere } from "@/server/platform/commands-here";
import { createLogger } from "@/server/platform/log";
import { createPool, type Db } from "@/server/platform/pool";
import { dataFolder, readRunningStack } from "@/server/platform/running";
import { scopeOf } from "./accounts/scope";
import { listAccounts } from "./accounts/store/accounts";
import { type Anchor, type ChainVerdict, verifyChain } from "./audit/store/chain";
import { readAuditEnv } from "./env";
import { auditHead, auditLinks } from "./audit/store/audit-chain";

const USAGE = commandsHere(`Usage:
  npm run audit:verify                                      are the audit logs of all merchant accounts whole, and what are their newest hashes
  npm run audit:verify -- --anchor POSITION:HASH            ... and does that of the first account still hold what was noted earlier
  npm run audit:verify -- --account SLUG --anchor ...       ... and that of another account`);

const BROKEN = 2;

class UsageError extends Error {}

/** The log of an account; `slug`: null for the first one. */
type Verified = { slug: string | null; verdict: ChainVerdict };

/** Verifies the logs and returns the report and the exit code. Throws a sentence when nothing could be verified. */
export async function verifyAuditLogs(
  args: readonly string[],
  variables?: NodeJS.ProcessEnv,
): Promise<{ code: number; text: string }> {
  const verified = await verifyAll(args, variables);
  const lines = verified.map(
    ({ slug, verdict }) => `${slug === null ? "" : `${slug}: `}${describe(verdict)}\n`,
  );
  const isWhole = verified.every(({ verdict }) => verdict.kind === "whole");
  return { code: isWhole ? 0 : BROKEN, text: lines.join("") };
}

async function verifyAll(args: readonly string[], variables?: NodeJS.ProcessEnv): Promise<Verified[]> {
  const { account, anchor } = readArguments(args);
  const env = readAuditEnv(variables);
  const url = env.databaseUrl ?? readRunningStack(dataFolder(env.dataDir))?.dashboardDatabaseUrl;
  if (url === undefined) {
    throw new UsageError(
      commandsHere("Paydeck does not run here. Start it with npm start, or set DASHBOARD_DATABASE_URL."),
    );
  }
  const pool = createPool({
    connectionString: url,
    applicationName: "paydeck-audit",
    maxConnections: 1,
    logger: createLogger("audit", "error"),
  });
  const client = await pool.connect();
  try {
    const verified: Verified[] = [];
    for (const { slug, schema } of await logsOf(client, account)) {
      // One snapshot: entries written meanwhile are in neither the log nor its head.
      await client.query("begin isolation level repeatable read read only");
      if (schema !== null) await client.query(`set local search_path = ${schema}`);
      const isAnchored = account === slug;
      const verdict = await verifyChain(
        auditLinks(client),
        await auditHead(client),
        isAnchored ? anchor : null,
      );
      await client.query("commit");
      verified.push({ slug, verdict });
    }
    return verified;
  } finally {
    client.release(true);
    await pool.end();
  }
}

type Log = { slug: string | null; schema: string | null };

/** All logs, or that of one account. */
async function logsOf(db: Db, account: string | null): Promise<Log[]> {
  const others = (await listAccounts(db))
    .filter(({ id }) => id !== FIRST_ACCOUNT_ID)
    .map(({ id, slug }): Log => ({ slug, schema: scopeOf(id).schema }));
  if (account === null) return [{ slug: null, schema: null }, ...others];
  const found = others.filter(({ slug }) => slug === account);
  if (found.length === 0) throw new UsageError(`There is no merchant account with the address ${account}.`);
  return found;
}

const optionsSchema = z.object({
  account: z.string().min(1).nullable().default(null),
  anchor: z
    .string()
    .regex(/^[1-9][0-9]{0,17}:[0-9a-f]{64}$/)
    .nullable()
    .default(null),
});

function readArguments(args: readonly string[]): { account: string | null; anchor: Anchor | null } {
  const { values } = orUsage(() =>
    parseArgs({ args: [...args], options: { account: { type: "string" }, anchor: { type: "string" } } }),
  );
  const { account, anchor } = orUsage(() => optionsSchema.parse(values));
  if (anchor === null) return { account, anchor: null };
  const [position = "", hash = ""] = anchor.split(":");
  return { account, anchor: { position: BigInt(position), hash } };
}

function orUsage<T>(read: () => T): T {
  try {
    return read();
  } catch {
    throw new UsageError(USAGE);
  }
}

function describe(verdict: ChainVerdict): string {
  switch (verdict.kind) {
    case "whole":
      return `The audit log is whole: ${verdict.rows} rows. Newest: ${verdict.rows}:${verdict.head}`;
    case "altered":
      return `Row ${verdict.position} is not what was written. Everything after it proves nothing.`;
    case "missing":
      return `Row ${verdict.position} is missing. Everything after it proves nothing.`;
    case "wrong_end":
      return `The log ends at row ${verdict.last} and should end at row ${verdict.expected}: its end was cut off or added to.`;
    case "other_history":
      return `Row ${verdict.position} is not the one that was noted: the log was written anew.`;
  }
}
