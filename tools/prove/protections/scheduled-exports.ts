import { type Protected, without } from "./protected";

const TEST = "server/dashboard/scheduled-exports/scheduled-exports.db.test.ts";

/** Scheduled exports (decision 0299). */
export const SCHEDULED_EXPORTS: readonly Protected[] = [
  {
    row: 115,
    fault: "the job of a scheduled export that has ended runs again",
    test: {
      file: TEST,
      name: "writes the same file as the list's export, announces it once, and its owner downloads it",
    },
    also: ["e2e/scheduled-exports.spec.ts"],
    ...without(
      "the condition that only a run without an end begins an attempt",
      "server/dashboard/scheduled-exports/store/runs.ts",
      "where id = $1 and state in ('waiting', 'running') returning",
      "where id = $1 returning",
    ),
  },
  {
    row: 116,
    fault: "a scheduled export is due, and its owner’s role was lowered or the account closed",
    test: { file: TEST, name: "does not run for a person %s, says why, and pauses" },
    ...without(
      "the check of the owner’s rights before anything is read",
      "server/dashboard/scheduled-exports/jobs/write-export.ts",
      "  await requireOwnersRights(ctx, schedule);\n",
      "",
    ),
  },
];
