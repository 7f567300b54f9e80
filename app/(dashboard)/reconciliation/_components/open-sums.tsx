"use client";

import { useTranslations } from "use-intl/react";
import { Money } from "@/components/ui/money";
import type { RunView } from "@/lib/reconciliation/views";

/** All open findings: their number and the money at stake, by currency. */
export function OpenSums({ open }: { open: RunView["at_stake"] }) {
  const t = useTranslations("reconciliation");
  return (
    <section
      aria-label={t("openNow")}
      className="mb-4 flex flex-wrap gap-x-8 gap-y-2 rounded-lg border border-line bg-surface px-4 py-3 text-sm"
    >
      <h2 className="font-medium">{t("openNow")}</h2>
      {open.length === 0 && <p className="text-ink-muted">{t("nothingOpen")}</p>}
      {open.map(({ currency, amount, count }) => (
        <p key={currency}>
          <Money amount={amount} currency={currency} className="font-semibold" />{" "}
          <span className="text-ink-muted">({t("findings", { n: count })})</span>
        </p>
      ))}
    </section>
  );
}
