import { translator } from "@/components/i18n/server";
import { TestAmountBadge } from "@/components/payments/test-badge";
import { Money } from "@/components/ui/money";
import type { BulkRunView, BulkTotal } from "@/lib/bulk";
import { unsentRows } from "./ended-rows";

type RunOutcomesProps = {
  run: BulkRunView;
  /** Not where a line at the top of the page says that all of it is test data. */
  isMarked: boolean;
};

/**
 * The total amounts of a run: before anything was sent as one sum, afterwards by outcome, each with its number of rows.
 */
export async function RunOutcomes({ run, isMarked }: RunOutcomesProps) {
  const t = await translator("bulk");
  if (run.outcomes.length === 0) {
    return (
      <p className={LINE}>
        <Totals totals={run.totals} isMarked={isMarked} />
      </p>
    );
  }
  const unsent = unsentRows(run);
  return (
    <ul>
      {run.outcomes.map(({ kind, rows, totals }) => (
        <li key={kind} className={LINE}>
          <Totals totals={totals} isMarked={isMarked} />
          <span className="text-xs text-ink-muted">{t(`outcome.${kind}`, { n: rows })}</span>
        </li>
      ))}
      {unsent > 0 && (
        <li className="text-xs text-ink-muted in-[td]:text-end">{t("outcome.unsent", { n: unsent })}</li>
      )}
    </ul>
  );
}

/** Whether all amounts of a run are those of test payments. */
export function isTestRun({ totals, outcomes }: BulkRunView): boolean {
  const all = [...totals, ...outcomes.flatMap((outcome) => outcome.totals)];
  return all.length > 0 && all.every(({ amount, testAmount }) => testAmount === amount);
}

/** In a cell of a list the amounts are below one another at its end. */
const LINE = "flex flex-wrap items-baseline gap-x-3 in-[td]:justify-end";

function Totals({ totals, isMarked }: { totals: readonly BulkTotal[]; isMarked: boolean }) {
  return totals.map((total) => (
    <span key={total.currency}>
      <Money amount={total.amount} currency={total.currency} className="font-semibold" />{" "}
      {isMarked && <TestAmountBadge total={total} />}
    </span>
  ));
}
