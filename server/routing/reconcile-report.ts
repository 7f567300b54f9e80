import type { Problem as FoundProblem, RecordFacts, RecordKind } from "./domain/reconciliation/finding";
import type { Visited } from "./domain/reconciliation/run";
import type { RunNews } from "./usecases/reconcile/drive-run";

type Problem = FoundProblem | "no_response";

/** `would_repair`: what a dry run would have repaired. */
type Outcome = "repaired" | "would_repair" | "needs_person" | "unanswered" | "settled";

/** A line of the report. */
type Finding = {
  record: RecordKind;
  merchantId: number;
  /** The id of the payment or refund; for a reversal, the id of its charge. */
  id: string;
  problem: Problem;
  outcome: Outcome;
  /** The record as stored here (`here`) and at its gateway (`there`). */
  here: string;
  there: string;
};

/** What each problem means and what the reader of the report should do. */
const PROBLEMS: Record<Problem, string> = {
  ended_there: "its gateway had decided it, and the service had not heard",
  late_money: "money came that could not be accepted any more: it goes back",
  other_charge: "another amount or currency came than requested: it goes back",
  unpaid_there: "paid here and not at the gateway: find out whether goods were handed out",
  amounts_differ: "the gateway took another sum than was recorded: settle the difference",
  not_refunded_there: "refunded here and not at the gateway: the customer may still wait for the money",
  refunded_there:
    "failed or came back, and is paid or still pending at the gateway: the customer may get the money twice",
  reversal_failed: "the gateway did not send the money back: send it manually",
  charged_back: "the money was taken back since: do not refund it as well",
  disputed: "the money is demanded back: answer at the gateway, and do not refund it as well",
  unknown_there: "the gateway has no such record: compare with its own statements",
  no_response: "could not be compared",
};

const HEADINGS: Record<Outcome, string> = {
  needs_person: "Needs a person",
  unanswered: "Not compared",
  repaired: "Repaired",
  would_repair: "Would be repaired",
  settled: "Settled before",
};
const IN_ORDER: readonly Outcome[] = ["needs_person", "unanswered", "would_repair", "repaired", "settled"];

const MAX_KEPT_OF_EACH = 500;

type Totals = Record<Outcome, number>;

/** Counts the findings and stores as many as a person can read; `--json` prints all. */
export class Tally {
  readonly totals: Totals = {
    needs_person: 0,
    unanswered: 0,
    repaired: 0,
    would_repair: 0,
    settled: 0,
  };
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
export function reportText(day: string, compared: Visited, { totals, kept }: Tally): string {
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

export function summaryJson(day: string, { payment, refund, reversal }: Visited, totals: Totals): string {
  return JSON.stringify({ type: "summary", day, compared: { payment, refund, reversal }, ...totals });
}

/** What a run reported, as a line of the report. */
export function findingOf(news: RunNews, scope: { merchantId: number; isDryRun: boolean }): Finding {
  const { merchantId } = scope;
  const repaired = scope.isDryRun ? "would_repair" : "repaired";
  switch (news.kind) {
    case "unanswered": {
      const { record, recordId: id } = news.step.key;
      const here = "not compared";
      return {
        record,
        merchantId,
        id,
        problem: "no_response",
        outcome: "unanswered",
        here,
        there: news.reason,
      };
    }
    case "left":
    case "repaired":
    case "settled": {
      const { record, recordId: id, problem, here, there, thereNote, isCertain } = news.finding;
      const left = isCertain ? repaired : "needs_person";
      return {
        record,
        merchantId,
        id,
        problem,
        outcome: news.kind === "settled" ? "settled" : left,
        here: textOf(here),
        there: there === null ? (thereNote ?? "") : textOf(there),
      };
    }
  }
}

function textOf({ status, amount, currency, gatewayId }: RecordFacts): string {
  const money = amount === null ? "" : ` ${amount} ${currency ?? ""}`;
  return `${status}${money}${gatewayId === null ? "" : ` (${gatewayId})`}`;
}
