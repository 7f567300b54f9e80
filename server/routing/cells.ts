import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { commandsHere } from "@/server/platform/commands-here";
import { createLogger } from "@/server/platform/log";
import { createPool, type Pool } from "@/server/platform/pool";
import { dataFolder, readRunningStack } from "@/server/platform/running";
import { writeFileDurably } from "@/server/platform/write-file";
import { type CellsArguments, readCellsArguments } from "./cells-arguments";
import { nginxRoutes } from "./cells-nginx";
import { describeEarlierMove, describeLateJobs, describeProblem, listCell, textOf } from "./cells-report";
import { readCellsEnv, readMerchantEnv } from "./env";
import { findRoutes } from "./store/cells/routes";
import { createSaltBox } from "./store/keys/salt-box";
import { CellsError, nameCell, type OpenCell, openCell } from "./usecases/cells/cells";
import { clearMerchant } from "./usecases/cells/clear-merchant";
import { handOverLeftJobs } from "./usecases/cells/finish-move";
import { moveMerchant, type MoveStep, stayHere } from "./usecases/cells/move-merchant";
import { routeTable } from "./usecases/cells/route-table";

/** `npm run cells`: several databases that each hold some of the merchants (decisions 0333 and 0334). */
const SALT_KEY_BYTES = 32;
/** The claim, the snapshot, and one to look at the work in progress. */
const CONNECTIONS = 4;
/** A table of one merchant may be large, and the other side's transaction waits meanwhile. */
const COPY_LIMIT_MS = 30 * 60_000;
/** So that a cell that hangs is noticed. */
const LIMIT_MS = 60_000;
/** The proxy's file names keys, which are no secret without their salts, but nobody else's business. */
const FILE_MODE = 0o640;

async function main(args: readonly string[]): Promise<void> {
  const read = readCellsArguments(args);
  if (!read.ok) throw new CellsError(read.error);
  const wanted = read.value;
  if (wanted.verb === "name") return name(wanted);
  const urls = readCellsEnv().databaseUrls;
  if (urls.length === 0)
    throw new CellsError("Set CELLS_DATABASE_URLS to the databases of all cells, with spaces between them.");
  const limitMs = wanted.verb === "move" || wanted.verb === "clear" ? COPY_LIMIT_MS : LIMIT_MS;
  const databases = urls.map((url, index) => ({
    label: `Database ${String(index + 1)} of CELLS_DATABASE_URLS${addressOf(url)}`,
    pool: openPool(url, limitMs),
  }));
  try {
    await carryOut(wanted, databases);
  } finally {
    await Promise.all(databases.map(({ pool }) => pool.end()));
  }
}

type Database = { label: string; pool: Pool };

/** Without the password. */
function addressOf(url: string): string {
  if (!URL.canParse(url)) return "";
  const { host, pathname } = new URL(url);
  return ` (${host}${pathname})`;
}

/** The cells that can be worked on, and a line for each database that is none at the moment. */
async function openCells(databases: readonly Database[]): Promise<{ cells: OpenCell[]; problems: string[] }> {
  const cells: OpenCell[] = [];
  const problems: string[] = [];
  for (const { label, pool } of databases) {
    try {
      cells.push(await openCell(pool));
    } catch (error) {
      problems.push(`${label}: ${textOf(error)}`);
    }
  }
  return { cells, problems };
}

/** For what is only right when no cell is left out. */
async function openAllCells(databases: readonly Database[]): Promise<OpenCell[]> {
  const { cells, problems } = await openCells(databases);
  if (problems.length > 0) throw new CellsError(problems.join("\n"));
  return cells;
}

/** For what a cell that is down need not keep anybody from. */
async function openSomeCells(databases: readonly Database[]): Promise<OpenCell[]> {
  const { cells, problems } = await openCells(databases);
  problems.forEach(complain);
  return cells;
}

async function carryOut(
  wanted: Exclude<CellsArguments, { verb: "name" }>,
  databases: readonly Database[],
): Promise<void> {
  switch (wanted.verb) {
    case "list":
      return list(databases);
    case "map":
      if (wanted.everySeconds !== null) return keepMap(databases, wanted, wanted.everySeconds);
      await writeMap(await openAllCells(databases), wanted, null);
      return say(`${wanted.file} is written.`);
    case "move":
      return move(wanted, await openAllCells(databases));
    case "stay": {
      const cells = await openSomeCells(databases);
      if (!(await stayHere(cellNamed(cells, wanted.at).pool, wanted.merchantId)))
        throw new CellsError(
          "The merchant is not on the move there, or has moved already. Nothing was changed.",
        );
      return say("The merchant stays, and is served again.");
    }
    case "clear": {
      const cells = await openSomeCells(databases);
      const deleted = await clearMerchant(wanted.merchantId, cellNamed(cells, wanted.from), cells);
      return say(`${String(deleted)} rows of the merchant were deleted.`);
    }
  }
}

async function list(databases: readonly Database[]): Promise<void> {
  const { cells, problems } = await openCells(databases);
  for (const cell of cells) {
    try {
      (await listCell(cell)).forEach(say);
    } catch (error) {
      problems.push(`${cell.name}: ${textOf(error)}`);
    }
  }
  problems.forEach(complain);
  if (problems.length > 0) process.exitCode = 1;
}

async function name(wanted: { name: string; number: number }): Promise<void> {
  const { databaseUrl, dataDir } = readMerchantEnv();
  const url = databaseUrl ?? readRunningStack(dataFolder(dataDir))?.routingDatabaseUrl;
  if (url === undefined) throw new CellsError("Set ROUTING_DATABASE_URL.");
  const pool = openPool(url, LIMIT_MS);
  try {
    await nameCell(pool, wanted);
    say(`This database is the cell ${wanted.name}, number ${String(wanted.number)}.`);
  } finally {
    await pool.end();
  }
}

/** In one line each, for the person and for a program that watches. */
const STEPS: Record<MoveStep, string> = {
  leaving: "requests of the merchant are refused, with 503",
  ended: "what was in progress has ended",
  frozen: "its rows do not change any more",
  quiet: "nobody is left who could change one",
  copied: "they are copied and compared",
  moved: "the old cell has given the merchant up",
  arrived: "the new cell has it",
  finished: "the new cell has the old one's jobs of it",
};

async function move(
  { merchantId, from, to, hasSameAccounts, map }: Extract<CellsArguments, { verb: "move" }>,
  cells: readonly OpenCell[],
): Promise<void> {
  const { saltKey, otherSaltKey } = readMerchantEnv();
  const key = Buffer.from(saltKey ?? "", "base64");
  if (key.length !== SALT_KEY_BYTES)
    throw new CellsError("Set ROUTING_SALT_KEY to the key of both cells: 32 bytes in base64.");
  const saltBox = createSaltBox(key, otherSaltKey === undefined ? null : Buffer.from(otherSaltKey, "base64"));
  const startedAt = performance.now();
  const seconds = (): string => ((performance.now() - startedAt) / 1000).toFixed(2);
  const source = cellNamed(cells, from);
  const result = await moveMerchant(
    {
      merchantId,
      source,
      target: cellNamed(cells, to),
      others: cells,
      saltBox,
      hasSameAccounts,
    },
    { onStep: (step) => say(`${seconds()} s  ${step}: ${STEPS[step]}`) },
  );
  if (map !== null) await writeMap(cells, map, null);
  if (result.arrivedBefore === null)
    say(`${seconds()} s  The merchant is in ${to}, with ${String(result.rows)} rows.`);
  else
    (
      await describeEarlierMove(source, { merchantId, to, ...result.arrivedBefore, jobs: result.jobs })
    ).forEach(say);
  say(
    map === null
      ? "The proxy has to learn it: npm run cells -- map FILE --nginx-pid FILE"
      : "The proxy sends its requests there.",
  );
}

/**
 * Until it is stopped. A cell that does not answer leaves the last table in force. The process has all databases, so it also hands over
 * what is found in a cell that its merchant has left; the table never waits for that.
 */
async function keepMap(
  databases: readonly Database[],
  target: { file: string; nginxPid: string | null },
  everySeconds: number,
): Promise<never> {
  const newOf = onlyNew();
  let written: string | null = null;
  let handingOver: Promise<void> | null = null;
  for (;;) {
    const { cells, problems } = await openCells(databases);
    try {
      if (problems.length > 0) throw new CellsError(problems.join(" "));
      const now = await writeMap(cells, target, written);
      if (now !== written) say(`${target.file} is written${written === null ? "" : " again"}.`);
      written = now;
    } catch (error) {
      complain(`The table was not written: ${textOf(error)}`);
    }
    handingOver ??= handOver(cells, newOf).finally(() => {
      handingOver = null;
    });
    await sleep(everySeconds * 1000);
  }
}

async function handOver(
  cells: readonly OpenCell[],
  newOf: (lines: readonly string[]) => string[],
): Promise<void> {
  const { handedOver, problems } = await handOverLeftJobs(cells);
  handedOver.map(describeLateJobs).forEach(say);
  newOf(problems.map(describeProblem)).forEach(complain);
}

/** The lines that were not among those of the call before: what lasts is said once. */
function onlyNew(): (lines: readonly string[]) => string[] {
  let before: readonly string[] = [];
  return (lines) => {
    const added = lines.filter((line) => !before.includes(line));
    before = lines;
    return added;
  };
}

/** Writes the table unless it is `written` already, and has nginx read it. Returns it. */
async function writeMap(
  cells: readonly OpenCell[],
  { file, nginxPid }: { file: string; nginxPid: string | null },
  written: string | null,
): Promise<string> {
  const ofCells = [];
  for (const { name: cell, pool } of cells) ofCells.push({ name: cell, routes: await findRoutes(pool) });
  const text = nginxRoutes(routeTable(ofCells));
  if (text === written) return text;
  await writeFileDurably(file, text, FILE_MODE);
  if (nginxPid !== null) await reloadNginx(nginxPid);
  return text;
}

/** As `nginx -s reload` does. nginx keeps its table when it cannot read the new one. */
async function reloadNginx(pidFile: string): Promise<void> {
  const text = await readFile(pidFile, "utf8").catch(() => "");
  if (!/^[1-9][0-9]*\s*$/.test(text)) throw new CellsError(`${pidFile} names no process: does nginx run?`);
  process.kill(parseInt(text, 10), "SIGHUP");
}

function cellNamed(cells: readonly OpenCell[], wanted: string): OpenCell {
  const cell = cells.find(({ name: each }) => each === wanted);
  if (cell === undefined) throw new CellsError(`No database of CELLS_DATABASE_URLS is named ${wanted}.`);
  return cell;
}

function openPool(connectionString: string, limitMs: number): Pool {
  return createPool({
    connectionString,
    applicationName: "paydeck-cells",
    maxConnections: CONNECTIONS,
    statementTimeoutMs: limitMs,
    idleInTransactionMs: limitMs,
    logger: createLogger("cells", "error"),
  });
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function complain(line: string): void {
  process.stderr.write(`${line}\n`);
}

main(process.argv.slice(2)).catch((error: unknown) => {
  complain(commandsHere(textOf(error)));
  process.exitCode = 1;
});
