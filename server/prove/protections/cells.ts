import { type Protected, without } from "./protected";

const FOLDER = "server/routing/usecases/cells";
const MOVE = `${FOLDER}/move-merchant.ts`;
const TESTS = `${FOLDER}/move-merchant.db.test.ts`;
const JOB_TESTS = `${FOLDER}/move-jobs.db.test.ts`;

/** Merchants that move from one cell to another (decision 0334). */
export const CELLS: readonly Protected[] = [
  {
    row: 152,
    fault: "a transaction that began before its merchant was frozen writes afterwards",
    test: {
      file: TESTS,
      name: "a transaction that began before the merchant was frozen is waited for, and what it wrote moves",
    },
    also: ["server/routing/cells-move.process.test.ts"],
    ...without("the wait for open transactions", MOVE, "  await waitForTransactions(pool, limits);\n", ""),
  },
  {
    row: 153,
    fault: "a worker calls a gateway for a merchant that moves",
    test: {
      file: TESTS,
      name: "a job that a living worker runs is waited for, and one of a dead worker is not",
    },
    ...without("the wait for jobs", MOVE, "  await waitForJobs(pool, merchantId, limits);\n", ""),
  },
  {
    row: 154,
    fault: "two commands move one merchant at the same time",
    test: { file: TESTS, name: "two commands do not move one merchant at the same time" },
    ...without(
      "the claim of a move",
      `${FOLDER}/claim.ts`,
      "if (!(await until(withinMs, () => claimMove(claim, merchantId))))",
      "if (merchantId < 0)",
    ),
  },
  {
    row: 161,
    fault: "an old command that moves a merchant is repeated after the merchant has moved on",
    test: {
      file: `${FOLDER}/three-cells.db.test.ts`,
      name: "an old command that is repeated after the merchant has moved on changes nothing",
    },
    ...without(
      "the question to the other cells",
      `${FOLDER}/check-move.ts`,
      "  await checkElsewhere(move, there);\n",
    ),
  },
  {
    row: 162,
    fault: "a job waits in the old cell when its merchant moves, and no sweep of the new cell finds it",
    test: { file: JOB_TESTS, name: "what waits to be done moves too, at its time" },
    also: ["server/routing/cells-move.process.test.ts"],
    ...without(
      "the jobs that are handed over",
      MOVE,
      "await finishMove(claim, { merchantId, source: source.pool, target: target.pool })",
      "0",
    ),
  },
  {
    row: 163,
    fault:
      "a process asks whether a merchant is here, stalls as long as its move, and adds a job to the old cell",
    test: {
      file: JOB_TESTS,
      name: "a job that is added to the old cell after the move is named, and handed over before its rows are cleared",
    },
    ...without(
      "the jobs that are handed over before the rows are cleared",
      `${FOLDER}/clear-merchant.ts`,
      "finishMove(claim, { merchantId, source: from.pool, target: now.pool })",
      "Promise.resolve()",
    ),
  },
  {
    row: 164,
    fault: "a transaction is prepared before its merchant is frozen, and committed after the copy",
    test: {
      file: `${FOLDER}/prepared-transactions.process.test.ts`,
      name: "a transaction that stays prepared has the merchant stay, and is named",
    },
    ...without(
      "the prepared transactions among the open ones",
      "server/routing/store/cells/in-progress.ts",
      "from pg_prepared_xacts where database = current_database()",
      "from pg_prepared_xacts where false",
    ),
  },
  {
    row: 165,
    fault: "the command that moves a merchant is killed, and nobody notices that no cell serves it",
    test: {
      file: "server/routing/http/metrics.http.test.ts",
      name: "a merchant that is on the move is seen until the move has ended, and jobs that it left behind are counted",
    },
    ...without(
      "what counts as an unfinished move",
      "server/routing/store/cells/move-stage.ts",
      "(move_stage in ('leaving', 'frozen') or move_stage = 'moved' and move_began_at is not null and move_ended_at is null)",
      "false",
    ),
  },
];
