"use client";

import { useTranslations } from "use-intl/react";
import { groupedAmount } from "@/lib/money";
import { readConditionText } from "@/lib/rules/condition-text";
import { useMethodName } from "./method-name";

/** A routing condition, or the value that it met, in the reader's language, with methods named and amounts grouped. */
export function useConditionText(): (field: string, text: string) => string {
  const t = useTranslations("common.condition");
  const method = useMethodName();
  return (field, text) => {
    const named = (values: string): string =>
      field === "payment_method" ? values.replace(/[A-Z]+/g, method) : values;
    const wanted = readConditionText(text);
    switch (wanted.kind) {
      case "one_of": {
        const values = named(wanted.values);
        return t("oneOf", {
          values: wanted.more === 0 ? values : t("andMore", { values, count: wanted.more }),
        });
      }
      case "begins_with":
        return t("beginsWith", { text: wanted.text });
      case "range":
        if (wanted.most === null) return t("atLeast", { amount: groupedAmount(wanted.least ?? "") });
        if (wanted.least === null) return t("atMost", { amount: groupedAmount(wanted.most) });
        return t("between", { least: groupedAmount(wanted.least), most: groupedAmount(wanted.most) });
      case "value":
        return field === "amount" ? groupedAmount(wanted.text) : named(wanted.text);
    }
  };
}
