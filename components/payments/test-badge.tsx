"use client";

import { FlaskConical, Info } from "lucide-react";
import { createContext, type ReactNode, use } from "react";
import { useTranslations } from "use-intl/react";
import { Status } from "@/components/ui/status";
import type { BulkTotal } from "@/lib/bulk";
import { displayAmount } from "@/lib/money";

const IsTestOnly = createContext(false);

/**
 * The page of an account for which no money moves (0410): a line at its top says so, from the first byte, and no record needs a
 * badge. Elsewhere each record of a test payment has one.
 */
export function TestOnlyProvider({ isTestOnly, children }: { isTestOnly: boolean; children: ReactNode }) {
  return <IsTestOnly value={isTestOnly}>{children}</IsTestOnly>;
}

/** Says how many payments of a group are test payments, if only some are. */
export function TestRowsBadge({ testRows, rowCount }: { testRows: number; rowCount: number }) {
  const t = useTranslations("common");
  const isTestOnly = use(IsTestOnly);
  if (isTestOnly || testRows === 0 || testRows >= rowCount) return <TestBadge isTest={testRows > 0} />;
  const counts = { n: testRows, total: rowCount };
  return (
    <span title={t("testRowsMeaning", counts)}>
      <Status tone="warning" icon={FlaskConical} word={t("testRows", counts)} />
    </span>
  );
}

/** Says how much of a total belongs to test payments, if only a part does. */
export function TestAmountBadge({ total }: { total: BulkTotal }) {
  const t = useTranslations("common");
  const isTestOnly = use(IsTestOnly);
  const { currency, amount, testAmount } = total;
  if (isTestOnly || testAmount === null || testAmount === amount)
    return <TestBadge isTest={testAmount !== null} />;
  const amounts = { part: displayAmount(testAmount, currency), total: displayAmount(amount, currency) };
  return (
    <span title={t("testAmountMeaning", amounts)}>
      <Status tone="warning" icon={FlaskConical} word={t("testAmount", amounts)} wraps />
    </span>
  );
}

/** Marks anything that belongs to a test payment: no money moves. */
export function TestBadge({ isTest }: { isTest: boolean }) {
  const t = useTranslations("common");
  if (use(IsTestOnly) || !isTest) return null;
  return (
    <span title={t("testMeaning")}>
      <Status tone="warning" icon={FlaskConical} word={t("test")} />
    </span>
  );
}

/** Stands at the top of the pages of an account for which no money moves. */
export function TestLine() {
  const t = useTranslations("common");
  return (
    // A landmark, as everything on a page is in one (axe: region).
    <aside aria-label={t("test")} className="test-line">
      <Info aria-hidden className="size-3.5" />
      {t("testData")}
    </aside>
  );
}
