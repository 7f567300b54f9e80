import { type Protected, without } from "./protected";

const FOLDER = "server/routing/usecases/cells";
const MOVE = `${FOLDER}/move-merchant.ts`;
const TESTS = `${FOLDER}/move-merchant.db.test.ts`;

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
      MOVE,
      "if (!(await claimMove(claim, merchantId)))",
      "if (merchantId < 0)",
    ),
  },
];
