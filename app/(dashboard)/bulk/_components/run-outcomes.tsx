import { translator } from "@/components/i18n/server";
import { TestAmountBadge } from "@/components/payments/test-badge";
import { Money } from "@/components/ui/money";
import type { BulkRunView, BulkTotal } from "@/lib/bulk";
import { unsentRows } from "./ended-rows";

/**
 * The total amounts of a run: before anything was sent as one sum, afterwards by outcome, each with its number of rows.
 */
export async function RunOutcomes({ run }: { run: BulkRunView }) {
  const t = await translator("bulk");
  if (run.outcomes.length === 0) {
    return (
      <p className={LINE}>
        <Totals totals={run.totals} />
      </p>
    );
  }
  const unsent = unsentRows(run);
  return (
    <ul>
      {run.outcomes.map(({ kind, rows, totals }) => (
        <li key={kind} className={LINE}>
          <Totals totals={totals} />
          <span className="text-xs text-ink-muted">{t(`outcome.${kind}`, { n: rows })}</span>
        </li>
      ))}
      {unsent > 0 && (
        <li className="text-xs text-ink-muted in-[td]:text-end">{t("outcome.unsent", { n: unsent })}</li>
      )}
    </ul>
  );
}

/** In a cell of a list the amounts are below one another at its end. */
const LINE = "flex flex-wrap items-baseline gap-x-3 in-[td]:justify-end";

function Totals({ totals }: { totals: readonly BulkTotal[] }) {
  return totals.map((total) => (
    <span key={total.currency}>
      <Money amount={total.amount} currency={total.currency} className="font-semibold" />{" "}
      <TestAmountBadge total={total} />
    </span>
  ));
}
