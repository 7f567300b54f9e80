import type { Finding, Outcome, Problem } from "./usecases/reconcile/finding";
import type { Compared } from "./usecases/reconcile/reconcile";

/** What each problem means and what the reader of the report should do. */
const PROBLEMS: Record<Problem, string> = {
  ended_there: "its gateway had decided it, and the service had not heard",
  late_money: "money came that could not be accepted any more: it goes back",
  other_charge: "another amount or currency came than requested: it goes back",
  unpaid_there: "paid here and not at the gateway: find out whether goods were handed out",
  amounts_differ: "the gateway took another sum than was recorded: settle the difference",
  not_refunded_there: "refunded here and not at the gateway: the customer may still wait for the money",
  refunded_there: "failed here and paid, or still pending, at the gateway: the balance may be too high",
  reversal_failed: "the gateway did not send the money back: send it manually",
  job_missing: "no job carried it on",
  unknown_there: "the gateway has no such record: compare with its own statements",
  no_answer: "could not be compared",
};

const HEADINGS: Record<Outcome, string> = {
  needs_person: "Needs a person",
  unanswered: "Not compared",
  repaired: "Repaired",
  would_repair: "Would be repaired",
};
const IN_ORDER: readonly Outcome[] = ["needs_person", "unanswered", "would_repair", "repaired"];

const MAX_KEPT_OF_EACH = 500;

export type Totals = Record<Outcome, number>;

/** Counts the findings and stores as many as a person can read; `--json` prints all. */
export class Tally {
  readonly totals: Totals = { needs_person: 0, unanswered: 0, repaired: 0, would_repair: 0 };
  readonly kept: Finding[] = [];

  add(finding: Finding): void {
    this.totals[finding.outcome] += 1;
    if (this.totals[finding.outcome] <= MAX_KEPT_OF_EACH) this.kept.push(finding);
  }
}

/** 0: everything agrees or was repaired. 2: a person is needed. 1: something could not be compared. */
export function exitCodeOf(totals: Totals): 0 | 1 | 2 {
  if (totals.needs_person > 0) return 2;
  return totals.unanswered > 0 ? 1 : 0;
}

/** The report as text. */
export function reportText(day: string, compared: Compared, { totals, kept }: Tally): string {
  const sections = IN_ORDER.flatMap((outcome) => {
    const those = kept.filter((finding) => finding.outcome === outcome);
    const unkept = totals[outcome] - those.length;
    if (those.length === 0) return [];
    const more = unkept === 0 ? [] : [`  and ${unkept} more: --json lists all`];
    return [`${HEADINGS[outcome]}: ${totals[outcome]}`, ...those.map(lineOf), ...more, ""];
  });
  return [
    `Compared with the gateways: everything open, and what ended on ${day} (UTC).`,
    `${compared.payment} payments, ${compared.refund} refunds, ${compared.reversal} reversals.`,
    "",
    ...(sections.length === 0 ? ["Everything agrees.", ""] : sections),
  ].join("\n");
}

function lineOf({ record, merchantId, id, problem, here, there }: Finding): string {
  return `  ${record} ${id} of merchant ${merchantId}: ${PROBLEMS[problem]}.\n    here: ${here}\n    there: ${there}`;
}

/** One finding as a line of JSON. */
export function findingJson({ merchantId, ...finding }: Finding): string {
  return JSON.stringify({ type: "finding", merchant_id: merchantId, ...finding });
}

export function summaryJson(day: string, compared: Compared, totals: Totals): string {
  return JSON.stringify({ type: "summary", day, compared, ...totals });
}
