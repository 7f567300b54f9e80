import type { useTranslations } from "use-intl/react";
import type { BulkFault } from "@/lib/bulk";
import { displayAmount } from "@/lib/money";

type Words = ReturnType<typeof useTranslations<"bulk">>;

/** What is wrong with a row and what to do about it. */
export function faultWords(t: Words, fault: BulkFault): string {
  switch (fault.kind) {
    case "empty":
    case "bad_character":
      return t(`fault.${fault.kind}`, { column: t(`columnName.${fault.column}`) });
    case "too_long":
      return t("fault.too_long", { column: t(`columnName.${fault.column}`), max: fault.max });
    case "too_many_cells":
      return t("fault.too_many_cells", { expected: fault.expected, found: fault.found });
    case "same_as_line":
      return t("fault.same_as_line", { line: fault.line });
    case "status":
      return t("fault.status", { status: fault.status });
    case "exceeds":
      return t("fault.exceeds", { left: displayAmount(fault.left, fault.currency) });
    case "bad_amount":
    case "zero_amount":
    case "not_found":
    case "other_reference":
    case "several_paid":
    case "not_latest":
    case "refund_open":
    case "already_cancelled":
    case "stopped":
    case "needs_approval":
    case "conflict":
      return t(`fault.${fault.kind}`);
  }
}
