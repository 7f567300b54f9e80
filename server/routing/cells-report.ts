import { commandsHere } from "@/server/platform/commands-here";
import { isDatabaseOutage, sqlState } from "@/server/platform/pool";
import { countRows } from "./store/cells/copy-rows";
import { findLeftJobs } from "./store/cells/in-progress";
import { findUnfinishedMoves, hasMoveTimes } from "./store/cells/move-stage";
import { findRoutes } from "./store/cells/routes";
import type { OpenCell } from "./usecases/cells/cells";
import type { HandOverProblem, LateJobs } from "./usecases/cells/finish-move";

/** Lines about a cell for the person at the terminal: how many merchants it has, and what did not end. */
export async function listCell({ name, number, pool }: OpenCell): Promise<string[]> {
  const routes = await findRoutes(pool);
  const here = routes.filter(({ hasMoved }) => !hasMoved).length;
  const heading = `${name}: number ${String(number)}, ${String(here)} merchants, ${String(routes.length - here)} moved away`;
  if (!(await hasMoveTimes(pool)))
    return [heading, "  this cell runs an earlier version: moves that have not ended are not known"];
  const again = (merchantId: number, to: string): string =>
    commandsHere(`npm run cells -- move --merchant ${String(merchantId)} --from ${name} --to ${to}`);
  const unfinished = await findUnfinishedMoves(pool);
  return [
    heading,
    ...unfinished.flatMap(({ merchantId, name: merchant, stage, movedTo, since }) => [
      `  merchant ${String(merchantId)} (${merchant}) is on the move to ${movedTo ?? "another cell"} since ${since?.toISOString() ?? "an unknown time"}, at the step ${stage}.`,
      `    Unless a command runs at the moment, give it again: ${again(merchantId, movedTo ?? "NAME")}`,
    ]),
    ...(await findLeftJobs(pool)).flatMap(({ merchantId, movedTo, jobs }) => [
      `  ${counted(jobs)} of merchant ${String(merchantId)} ${jobs === 1 ? "waits" : "wait"} here, though it has moved to ${movedTo ?? "another cell"}.`,
      `    Hand them over: ${again(merchantId, movedTo ?? "NAME")}`,
    ]),
  ];
}

/**
 * A command that is repeated, after its end or after a crash. The old cell has the rows that were copied until they are cleared.
 * `endedAt`: when all of the move was done; null when it was not, or is not known. `jobs`: handed over by this command.
 */
export async function describeEarlierMove(
  { name: from, pool }: OpenCell,
  { merchantId, to, endedAt, jobs }: { merchantId: number; to: string; endedAt: Date | null; jobs: number },
): Promise<string[]> {
  const rows = await countRows(pool, merchantId);
  const what =
    rows === 0 ? `What it left in ${from} is cleared.` : `${String(rows)} rows were copied from ${from}.`;
  return [
    endedAt === null
      ? `The merchant was in ${to} already, and the move is complete now. ${what}`
      : `The move was complete already: the merchant is in ${to} since ${endedAt.toISOString()}. ${what}`,
    ...(jobs === 0 ? [] : [`${counted(jobs)} that waited in ${from}: handed over to ${to}.`]),
  ];
}

export function describeLateJobs({ merchantId, from, to, jobs }: LateJobs): string {
  return `${counted(jobs)} of merchant ${String(merchantId)} that waited in ${from}: handed over to ${to}.`;
}

export function describeProblem(problem: HandOverProblem): string {
  if (problem.kind === "earlier_version")
    return `${problem.cell}: this cell runs an earlier version. Jobs that wait in it although their merchant has moved stay there.`;
  const { cell, merchantId, error } = problem;
  return merchantId === null
    ? `Moves from ${cell} could not be read: ${textOf(error)}`
    : `Jobs of merchant ${String(merchantId)}, which has moved from ${cell}, were not handed over: ${textOf(error)}`;
}

export function textOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  if (!isDatabaseOutage(error)) return text;
  // A refused connection may be several errors at once, without a message.
  return `the database does not answer (${text === "" ? (sqlState(error) ?? "no reason is known") : text})`;
}

function counted(jobs: number): string {
  return `${String(jobs)} ${jobs === 1 ? "job" : "jobs"}`;
}
