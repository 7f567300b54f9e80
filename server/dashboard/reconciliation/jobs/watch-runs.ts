import { notComparedOf } from "@/lib/reconciliation/run-numbers";
import { isUnfinished, type RunView } from "@/lib/reconciliation/views";
import type { NotificationFact } from "@/lib/notifications/details";
import { notify } from "../../notifications/store";
import type { Services } from "../../runtime";

const DAY_MS = 24 * 60 * 60_000;
/** The newest ones: a day has one, and those that people start. */
const RUNS = 30;
/** Nobody is told of an older run any more: the dashboard was stopped, or is new. */
const NEWS_FOR_MS = 3 * DAY_MS;
/** A slow gateway delays a run by hours, not by a day. */
const LATE_AFTER_MS = DAY_MS;

/**
 * Notifies of comparisons with the gateways that left findings, and of those that broke, could not compare everything or
 * do not end (0288, 0282). Each is reported once for a run: the keys are the run's, so this is safe to repeat and to run in
 * two processes.
 */
export async function watchRuns({ routing, pool, clock }: Services): Promise<void> {
  if (!(await routing.capabilities()).offers("reconciliation.runs")) return;
  const response = await routing.ops("reconciliation.runs", { cursor: null, limit: RUNS });
  if (response.kind !== "answered") return;
  const at = clock.now();
  for (const run of response.value.runs) {
    for (const fact of [findingsOf(run, at), serviceErrorFactOf(run, at)]) {
      if (fact === null) continue;
      await notify(pool, {
        ...fact,
        at,
        to: "everybody_permitted",
        // Another service counts its runs from 1 again. A late run may break afterwards.
        dedupeKey: [fact.event, ...reasonOf(fact), run.run_id, run.requested_at].join(":"),
      });
    }
  }
}

function findingsOf(run: RunView, at: Date): NotificationFact | null {
  if (run.left === 0 || !hasJustEnded(run, at)) return null;
  const totals = run.at_stake.map(({ amount, currency }) => ({ amount, currency }));
  return { event: "reconciliation_found", detail: { ...runFields(run), findings: run.left, totals } };
}

function serviceErrorFactOf(run: RunView, at: Date): NotificationFact | null {
  const serviceError = (why: "broken" | "incomplete" | "late", records: number): NotificationFact => ({
    event: "reconciliation_unfinished",
    detail: { ...runFields(run), why, records },
  });
  if (isUnfinished(run)) {
    const ageMs = at.getTime() - Date.parse(run.requested_at);
    return ageMs > LATE_AFTER_MS ? serviceError("late", 0) : null;
  }
  if (!hasJustEnded(run, at)) return null;
  const notCompared = notComparedOf(run);
  if (run.state === "broken") return serviceError("broken", notCompared);
  return notCompared > 0 ? serviceError("incomplete", notCompared) : null;
}

const reasonOf = (fact: NotificationFact): string[] =>
  fact.event === "reconciliation_unfinished" ? [fact.detail.why] : [];

const runFields = ({ run_id: runId, from, until }: RunView) => ({ runId, from, until });

function hasJustEnded({ finished_at: end }: RunView, at: Date): boolean {
  return end !== null && at.getTime() - Date.parse(end) < NEWS_FOR_MS;
}
