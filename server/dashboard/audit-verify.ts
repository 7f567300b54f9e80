import { commandsHere } from "@/server/platform/commands-here";
import { createLogger } from "@/server/platform/log";
import { createPool } from "@/server/platform/pool";
import { dataFolder, readRunningStack } from "@/server/platform/running";
import { type Anchor, type ChainVerdict, verifyChain } from "./audit/store/chain";
import { readAuditEnv } from "./env";
import { auditHead, auditLinks } from "./audit/store/audit-chain";

/** `npm run audit:verify`: verifies the audit log of a running stack, or of the database that the variable names. */
const USAGE = commandsHere(`Usage:
  npm run audit:verify                                is the audit log whole, and what is its newest hash
  npm run audit:verify -- --anchor POSITION:HASH      ... and does it still hold what was noted earlier`);

const BROKEN = 2;

class UsageError extends Error {}

async function main(args: readonly string[]): Promise<ChainVerdict> {
  const anchor = readAnchor(args);
  const env = readAuditEnv();
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
    // One snapshot: entries written meanwhile are in neither the log nor its head.
    await client.query("begin isolation level repeatable read read only");
    return await verifyChain(auditLinks(client), await auditHead(client), anchor);
  } finally {
    client.release(true);
    await pool.end();
  }
}

function readAnchor(args: readonly string[]): Anchor | null {
  if (args.length === 0) return null;
  const [flag, text, ...rest] = args;
  const match = /^([1-9][0-9]{0,17}):([0-9a-f]{64})$/.exec(text ?? "");
  if (flag !== "--anchor" || match?.[1] === undefined || match[2] === undefined || rest.length > 0) {
    throw new UsageError(USAGE);
  }
  return { position: BigInt(match[1]), hash: match[2] };
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

main(process.argv.slice(2)).then(
  (verdict) => {
    process.stdout.write(`${describe(verdict)}\n`);
    if (verdict.kind !== "whole") process.exitCode = BROKEN;
  },
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : "the command failed"}\n`);
    process.exitCode = 1;
  },
);
