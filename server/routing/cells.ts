import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { commandsHere } from "@/server/platform/commands-here";
import { createLogger } from "@/server/platform/log";
import { createPool, type Pool } from "@/server/platform/pool";
import { dataFolder, readRunningStack } from "@/server/platform/running";
import { writeFileDurably } from "@/server/platform/write-file";
import { type CellsArguments, readCellsArguments } from "./cells-arguments";
import { nginxRoutes } from "./cells-nginx";
import { describeEarlierMove, describeLateJobs, listCell } from "./cells-report";
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
const LIMIT_MS = 30 * 60_000;
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
  const pools = urls.map(openPool);
  try {
    const cells: OpenCell[] = [];
    for (const pool of pools) cells.push(await openCell(pool));
    await carryOut(wanted, cells);
  } finally {
    await Promise.all(pools.map((pool) => pool.end()));
  }
}

async function carryOut(
  wanted: Exclude<CellsArguments, { verb: "name" }>,
  cells: readonly OpenCell[],
): Promise<void> {
  switch (wanted.verb) {
    case "list":
      for (const cell of cells) (await listCell(cell)).forEach(say);
      return;
    case "map":
      return keepMap(cells, wanted);
    case "move":
      return move(wanted, cells);
    case "stay":
      if (!(await stayHere(cellNamed(cells, wanted.at).pool, wanted.merchantId)))
        throw new CellsError(
          "The merchant is not on the move there, or has moved already. Nothing was changed.",
        );
      return say("The merchant stays, and is served again.");
    case "clear": {
      const deleted = await clearMerchant(wanted.merchantId, cellNamed(cells, wanted.from), cells);
      return say(`${String(deleted)} rows of the merchant were deleted.`);
    }
  }
}

async function name(wanted: { name: string; number: number }): Promise<void> {
  const { databaseUrl, dataDir } = readMerchantEnv();
  const url = databaseUrl ?? readRunningStack(dataFolder(dataDir))?.routingDatabaseUrl;
  if (url === undefined) throw new CellsError("Set ROUTING_DATABASE_URL.");
  const pool = openPool(url);
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
 * Until it is stopped with `everySeconds`. A cell that does not answer leaves the last table in force. It has all databases, so it
 * also hands over what is found in a cell that its merchant has left.
 */
async function keepMap(
  cells: readonly OpenCell[],
  { file, nginxPid, everySeconds }: { file: string; nginxPid: string | null; everySeconds: number | null },
): Promise<void> {
  let written = await writeMap(cells, { file, nginxPid }, null);
  say(`${file} is written.`);
  while (everySeconds !== null) {
    await sleep(everySeconds * 1000);
    try {
      const now = await writeMap(cells, { file, nginxPid }, written);
      if (now !== written) say(`${file} is written again.`);
      written = now;
    } catch (error) {
      process.stderr.write(`The table was not written: ${textOf(error)}\n`);
    }
    try {
      (await handOverLeftJobs(cells)).map(describeLateJobs).forEach(say);
    } catch (error) {
      process.stderr.write(`Jobs of merchants that have moved were not handed over: ${textOf(error)}\n`);
    }
  }
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

function openPool(connectionString: string): Pool {
  return createPool({
    connectionString,
    applicationName: "paydeck-cells",
    maxConnections: CONNECTIONS,
    statementTimeoutMs: LIMIT_MS,
    idleInTransactionMs: LIMIT_MS,
    logger: createLogger("cells", "error"),
  });
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${commandsHere(textOf(error))}\n`);
  process.exitCode = 1;
});
