import { translator } from "@/components/i18n/server";
import { Money } from "@/components/ui/money";
import type { BulkRunView } from "@/lib/bulk";

/**
 * The total amounts of a run: before anything was sent as one sum, afterwards by outcome, each with its number of rows.
 */
export async function RunOutcomes({ run }: { run: BulkRunView }) {
  const t = await translator("bulk");
  if (run.outcomes.length === 0) {
    return run.totals.map(({ currency, amount }) => (
      <p key={currency}>
        <Money amount={amount} currency={currency} className="font-semibold" />
      </p>
    ));
  }
  return (
    <ul className="space-y-1">
      {run.outcomes.map(({ kind, rows, totals }) => (
        <li key={kind}>
          {totals.map(({ currency, amount }) => (
            <p key={currency}>
              <Money amount={amount} currency={currency} className="font-semibold" />
            </p>
          ))}
          <p className="text-xs text-ink-muted">{t(`outcome.${kind}`, { n: rows })}</p>
        </li>
      ))}
    </ul>
  );
}
