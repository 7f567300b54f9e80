"use client";

import { FlaskConical } from "lucide-react";
import { useTranslations } from "use-intl/react";
import { Status } from "@/components/ui/status";
import type { BulkTotal } from "@/lib/bulk";
import { displayAmount } from "@/lib/money";
import { useIsTestOnly } from "./test-only";

/** Says how many payments of a group are test payments, if only some are. */
export function TestRowsBadge({ testRows, rowCount }: { testRows: number; rowCount: number }) {
  const t = useTranslations("common");
  const isTestOnly = useIsTestOnly();
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
  const isTestOnly = useIsTestOnly();
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
  const isTestOnly = useIsTestOnly();
  if (isTestOnly || !isTest) return null;
  return (
    <span title={t("testMeaning")}>
      <Status tone="warning" icon={FlaskConical} word={t("test")} />
    </span>
  );
}
