"use client";

import { useTranslations } from "use-intl/react";
import { Button } from "@/components/ui/button";
import { Money } from "@/components/ui/money";
import { DataTable, type Column } from "@/components/ui/table";
import { OTHER_CURRENCIES } from "@/lib/approvals/approval-gaps";
import type { ApprovalRuleView } from "@/lib/approvals/approval-views";
import { shownAmount } from "@/lib/money";
import { lifetimeText } from "./lifetime-text";
import { roleOfRule } from "./role-of-rule";

type RulesTableProps = { rules: ApprovalRuleView[]; onRemove: (rule: ApprovalRuleView) => void };

export function RulesTable({ rules, onRemove }: RulesTableProps) {
  const t = useTranslations("approvals");
  const common = useTranslations("common");
  const currencyOf = ({ currency }: ApprovalRuleView): string =>
    currency === OTHER_CURRENCIES ? t("rules.otherCurrencies") : currency;
  const columns: Column<ApprovalRuleView>[] = [
    {
      id: "role",
      heading: t("rules.role"),
      // A phone has no room for the currency beside it.
      cell: (rule) => (
        <>
          {roleOfRule(rule, (preset) => common(`role.${preset}`))}
          <span className="block text-xs text-ink-muted @xl:hidden">{currencyOf(rule)}</span>
        </>
      ),
    },
    {
      id: "currency",
      heading: t("rules.currency"),
      hideBelow: "sm",
      cell: currencyOf,
    },
    {
      id: "lifetime",
      heading: t("rules.lifetime"),
      hideBelow: "sm",
      cell: ({ lifetimeMinutes }) => lifetimeText(lifetimeMinutes, t),
    },
    {
      id: "threshold",
      heading: t("rules.threshold"),
      width: "7.5rem",
      longest: ({ threshold, currency }) =>
        shownAmount(threshold, currency === OTHER_CURRENCIES ? null : currency),
      align: "end",
      cell: ({ threshold, currency }) =>
        currency === OTHER_CURRENCIES ? (
          <span className="font-semibold tabular-nums">{threshold}</span>
        ) : (
          <Money amount={threshold} currency={currency} className="font-semibold" />
        ),
    },
    {
      id: "remove",
      heading: <span className="sr-only">{t("rules.remove")}</span>,
      align: "end",
      width: "7rem",
      cell: (rule) => (
        <Button
          size="sm"
          aria-label={t(
            rule.currency === OTHER_CURRENCIES ? "rules.removeNamedOthers" : "rules.removeNamed",
            {
              role: roleOfRule(rule, (preset) => common(`role.${preset}`)),
              currency: rule.currency,
            },
          )}
          onClick={() => onRemove(rule)}
        >
          {t("rules.remove")}
        </Button>
      ),
    },
  ];
  return (
    <DataTable
      label={t("rules.label")}
      columns={columns}
      rows={rules}
      rowKey={({ role, currency }) => `${role} ${currency}`}
    />
  );
}
