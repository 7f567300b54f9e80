import { Money } from "@/components/ui/money";
import { EmptyValue } from "@/components/ui/text";
import type { RunView } from "@/lib/reconciliation/views";

/** One amount per currency: a sum of several currencies means nothing. */
export function Sums({ sums }: { sums: RunView["at_stake"] }) {
  if (sums.length === 0) return <EmptyValue />;
  return (
    <>
      {sums.map(({ currency, amount }) => (
        <span key={currency} className="block">
          <Money amount={amount} currency={currency} className="font-semibold" />
        </span>
      ))}
    </>
  );
}
