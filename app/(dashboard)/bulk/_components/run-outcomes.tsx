import { translator } from "@/components/i18n/server";
import { Money } from "@/components/ui/money";
import type { BulkRunView } from "@/lib/bulk";

/**
 * What the rows of a run come to: before anything was sent in one sum, afterwards by what became of them. How many they are
 * stands beside each.
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
