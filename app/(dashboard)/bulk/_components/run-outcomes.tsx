import { translator } from "@/components/i18n/server";
import { TestAmountBadge, TestLine } from "@/components/payments/test-badge";
import { Money } from "@/components/ui/money";
import type { BulkRunView, BulkTotal } from "@/lib/bulk";
import { unsentRows } from "./ended-rows";

/**
 * The total amounts of a run: before anything was sent as one sum, afterwards by outcome, each with its number of rows.
 */
export async function RunOutcomes({ run }: { run: BulkRunView }) {
  const t = await translator("bulk");
  const all = [...run.totals, ...run.outcomes.flatMap(({ totals }) => totals)];
  const isTest = all.length > 0 && all.every(({ amount, testAmount }) => testAmount === amount);
  if (run.outcomes.length === 0) {
    return (
      <>
        {isTest && <TestLine />}
        {run.totals.map((total) => (
          <Total key={total.currency} total={total} isMarked={!isTest} />
        ))}
      </>
    );
  }
  const unsent = unsentRows(run);
  return (
    <ul className="space-y-1">
      {isTest && (
        <li>
          <TestLine />
        </li>
      )}
      {run.outcomes.map(({ kind, rows, totals }) => (
        <li key={kind}>
          {totals.map((total) => (
            <Total key={total.currency} total={total} isMarked={!isTest} />
          ))}
          <p className="text-xs text-ink-muted">{t(`outcome.${kind}`, { n: rows })}</p>
        </li>
      ))}
      {unsent > 0 && <li className="text-xs text-ink-muted">{t("outcome.unsent", { n: unsent })}</li>}
    </ul>
  );
}

function Total({ total, isMarked }: { total: BulkTotal; isMarked: boolean }) {
  return (
    <p>
      <Money amount={total.amount} currency={total.currency} className="font-semibold" />{" "}
      {isMarked && <TestAmountBadge total={total} />}
    </p>
  );
}
