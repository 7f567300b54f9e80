"use client";

import { useTranslations } from "use-intl/react";
import { Link } from "@/components/ui/link";
import { Money } from "@/components/ui/money";
import { Notice } from "@/components/ui/notice";
import { ForeignText } from "@/components/ui/text";
import type { OpsResult } from "@/lib/contract/ops";
import type { WireRule } from "@/lib/contract/rules/rule";
import { paths } from "@/lib/paths";

/** Which payments would go elsewhere, in sums and one by one. */
export function ReplayResult(props: {
  replayed: OpsResult<"rules.replay">;
  rules: readonly WireRule[];
  isStale: boolean;
}) {
  const t = useTranslations("rules.trial");
  const { replayed, rules, isStale } = props;
  const nameOf = (id: string | null): string =>
    id === null ? t("nobody") : (rules.find((rule) => rule.id === id)?.name ?? id);
  return (
    <>
      {isStale && <p className="text-sm text-warning">{t("stale")}</p>}
      <Notice
        tone={replayed.moved === 0 ? "success" : "info"}
        title={t("replayed", { count: replayed.replayed })}
      >
        {replayed.replayed > 0 && <p>{t("moved", { count: replayed.moved })}</p>}
      </Notice>
      {replayed.replayed > 0 && (
        <>
          <Totals
            label={t("byGateway")}
            rows={replayed.gateways.map((row) => ({ ...row, name: row.gateway ?? t("nobody") }))}
          />
          <Totals
            label={t("byRule")}
            rows={replayed.rules.map((row) => ({ ...row, name: nameOf(row.rule_id) }))}
          />
        </>
      )}
      {replayed.payments.length > 0 && (
        <div>
          <h3 className="mb-1 text-sm font-semibold">{t("which")}</h3>
          <ul className="divide-y divide-line text-sm">
            {replayed.payments.map((payment) => (
              <li key={payment.transaction_id} className="py-1.5">
                <p className="flex justify-between gap-3">
                  <Link
                    href={paths.payment(payment.transaction_id, payment.merchant_transaction_id)}
                    className="min-w-0 text-accent underline-offset-2 hover:underline"
                  >
                    <ForeignText>{payment.merchant_transaction_id}</ForeignText>
                  </Link>
                  <Money amount={payment.transaction_amount} currency={payment.currency} />
                </p>
                <p className="text-ink-muted">
                  {payment.then.gateway ?? t("nobody")} → {payment.now.gateway ?? t("nobody")}
                </p>
              </li>
            ))}
          </ul>
          {replayed.next_cursor !== null && (
            <p className="text-sm text-ink-muted">{t("firstOnly", { count: replayed.payments.length })}</p>
          )}
        </div>
      )}
    </>
  );
}

function Totals({
  label,
  rows,
}: {
  label: string;
  rows: readonly { name: string; then: number; now: number }[];
}) {
  const t = useTranslations("rules.trial");
  return (
    <table className="w-full text-sm">
      <caption className="mb-1 text-left font-semibold">{label}</caption>
      <thead className="text-xs text-ink-muted">
        <tr>
          <td />
          <th scope="col" className="w-20 text-right font-medium">
            {t("then")}
          </th>
          <th scope="col" className="w-28 text-right font-medium">
            {t("now")}
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {rows.map(({ name, then, now }) => (
          <tr key={name}>
            <th scope="row" className="py-1 text-left font-normal wrap-anywhere">
              <ForeignText>{name}</ForeignText>
            </th>
            <td className="text-right tabular-nums">{then}</td>
            <td className="text-right font-medium tabular-nums">{now}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
