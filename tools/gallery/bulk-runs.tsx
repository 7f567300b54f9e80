import { RunNotices } from "@/app/(dashboard)/bulk/[runId]/_components/run-notices";
import { RunSummary } from "@/app/(dashboard)/bulk/[runId]/_components/run-summary";
import { RunsTable } from "@/app/(dashboard)/bulk/_components/runs-table";
import { BULK_PAUSE_CAUSES, BULK_RUN_STATES } from "@/lib/bulk";
import { bulkPage, bulkRun } from "./bulk-data";
import { AT, LATER, PERSON, RUN_ID } from "./data";
import { Example } from "./example";

const waiting = { ...bulkRun, state: "running", startedAt: LATER, waitsUntil: LATER } as const;

/** A bulk run from its check to its end, as the server renders it. */
export function BulkRunExamples() {
  return (
    <>
      <Example component="RunsTable, RunOutcomes" state="every state, a refund run that has ended">
        <RunsTable
          runs={BULK_RUN_STATES.map((state) => ({
            ...bulkRun,
            runId: state,
            state,
            ...(state === "ended" && {
              outcomes: [
                { kind: "refunded", rows: 120, totals: bulkRun.totals },
                {
                  kind: "failed",
                  rows: 8,
                  totals: [{ currency: "INR", amount: "3200.00", testAmount: null }],
                },
              ],
            }),
          }))}
        />
      </Example>
      {BULK_RUN_STATES.map((state) => (
        <Example key={state} component="RunSummary" state={state}>
          <RunSummary
            page={{
              ...bulkPage,
              run: {
                ...bulkRun,
                state,
                startedAt: ["running", "paused", "stopped", "ended"].includes(state) ? LATER : null,
                endedAt: ["stopped", "ended", "discarded"].includes(state) ? LATER : null,
                counts:
                  state === "ended"
                    ? { ...bulkRun.counts, ready: 0, done: 120, failed: 3, refused: 5, skipped: 4 }
                    : bulkRun.counts,
              },
              ignoredColumns: state === "checked" ? ["customer", "remark"] : [],
            }}
          />
        </Example>
      ))}
      {BULK_PAUSE_CAUSES.map((pauseCause) => (
        <Example key={pauseCause} component="RunNotices" state={`paused, ${pauseCause}`}>
          <RunNotices page={{ ...bulkPage, run: { ...bulkRun, state: "paused", pauseCause } }} />
        </Example>
      ))}
      <Example component="RunNotices" state="on hold; waits for the service; unknown outcomes">
        <div className="space-y-3">
          <RunNotices page={{ ...bulkPage, run: waiting, isOnHold: true }} />
          <RunNotices
            page={{
              ...bulkPage,
              run: { ...waiting, serviceError: "unavailable", counts: { ...bulkRun.counts, unknown: 3 } },
            }}
          />
          <RunNotices
            page={{
              ...bulkPage,
              run: { ...bulkRun, state: "ended", counts: { ...bulkRun.counts, unknown: 3 }, leftToPeople: 3 },
            }}
          />
        </div>
      </Example>
      <Example component="RunNotices" state="waits for approval, and declined">
        <div className="space-y-3">
          {(["WAITING", "DECLINED", "EXPIRED"] as const).map((state) => (
            <RunNotices
              key={state}
              page={{
                ...bulkPage,
                run: { ...bulkRun, state: state === "WAITING" ? "awaiting_approval" : "checked" },
                approval: {
                  approvalId: RUN_ID,
                  state,
                  decidedBy: state === "DECLINED" ? PERSON : null,
                  note: state === "DECLINED" ? "Not this month" : null,
                  requestedAt: AT,
                  expiresAt: LATER,
                },
              }}
            />
          ))}
        </div>
      </Example>
    </>
  );
}
