import type { ReactNode } from "react";
import { translator } from "@/components/i18n/server";
import { Money } from "@/components/ui/money";
import type { Listed } from "@/lib/bulk/review";

/** Entries with an amount at the end of each. */
export function ReviewLines({ children }: { children: ReactNode }) {
  return <ul className="divide-y divide-line text-sm">{children}</ul>;
}

type Amount = { amount: string | null; currency: string | null };

export function ReviewLine({ amounts, children }: { amounts: readonly Amount[]; children: ReactNode }) {
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 py-2 first:pt-1 last:pb-0">
      <div className="min-w-0">{children}</div>
      <div className="max-w-40 text-right sm:max-w-none">
        {amounts.map(({ amount, currency }) => (
          <p key={currency}>
            {amount !== null && <Money amount={amount} currency={currency} className="font-semibold" />}
          </p>
        ))}
      </div>
    </li>
  );
}

/** How many entries of the list are not shown. */
export async function ReviewMore({ list: { entries, count } }: { list: Listed<unknown> }) {
  const t = await translator("approvals");
  if (count <= entries.length) return null;
  return <p className="pt-2 text-xs text-ink-muted">{t("review.more", { n: count - entries.length })}</p>;
}
