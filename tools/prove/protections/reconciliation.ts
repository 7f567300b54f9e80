import { type Protected, without } from "./protected";

const RUNS = "server/routing/http/ops/reconciliation.http.test.ts";
const DECISIONS = "server/routing/http/ops/finding-decisions.http.test.ts";
const SETTLEMENTS = "server/dashboard/reconciliation/commands/settlements.db.test.ts";
const CONFIRM = "server/dashboard/reconciliation/commands/confirm-settlement.ts";

/** Reconciliations as runs and findings (decision 0288). */
export const RECONCILIATION: readonly Protected[] = [
  {
    row: 101,
    fault: "kill -9 during a reconciliation",
    test: { file: RUNS, name: "the run goes on where it was and counts each record once" },
    ...without(
      "the position that is saved with the counts",
      "server/routing/usecases/reconcile/drive-run.ts",
      "run.position = step.next;",
    ),
  },
  {
    row: 102,
    fault: "two people repair one finding",
    test: {
      file: DECISIONS,
      name: "two people at once: one repair, one event, and money that came late goes back once",
    },
    noRemoval:
      "the claim on the record, the comparison under it, and the locks of each transition protect each other",
  },
  {
    row: 103,
    fault: "a settlement is confirmed by its own author, also after a change of role",
    test: { file: SETTLEMENTS, name: "is never confirmed by its author, whatever their role is by then" },
    also: ["e2e/reconciliation.spec.ts"],
    ...without(
      "the comparison of the two people",
      CONFIRM,
      'if (settlement.proposedById === ctx.actor.userId) return err({ kind: "own" });',
    ),
  },
  {
    row: 104,
    fault: "the answer to a settlement is lost",
    test: {
      file: SETTLEMENTS,
      name: "whose answer is lost is unknown, not failed; sent again, it names the same people",
    },
    ...without(
      "the confirmation that is sent again",
      CONFIRM,
      'if (settlement.state === "CONFIRMING") return ok(settlement);',
    ),
  },
  {
    row: 105,
    fault: "a gateway does not answer during a reconciliation",
    test: {
      file: RUNS,
      name: "a gateway that does not answer is named and counted, and nothing of it has matched",
    },
    ...without(
      "the count of what was not compared",
      "server/routing/usecases/reconcile/drive-run.ts",
      "run.notCompared = addNotCompared(run.notCompared, { gateway, reason });",
    ),
  },
];
