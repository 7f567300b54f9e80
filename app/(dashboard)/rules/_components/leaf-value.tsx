"use client";

import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { Checkbox, TextAreaField, TextField } from "@/components/ui/controls";
import { useMethodName } from "@/components/payments/method-name";
import type { WireConditionLeaf } from "@/lib/contract/rules/condition";
import { CARD_SCHEMES, PAYMENT_METHODS } from "@/lib/contract/statuses";
import { schemeName } from "@/lib/payments/scheme-name";
import { type Faults, faultAt, faultUnder } from "./faults";
import { operatorOf } from "./leaf";

type LeafValueProps = {
  leaf: WireConditionLeaf;
  faults: Faults;
  onChange: (leaf: WireConditionLeaf) => void;
};

/** The value that the field is compared with. */
export function LeafValue({ leaf, faults, onChange }: LeafValueProps) {
  const t = useTranslations("rules.form");
  const method = useMethodName();
  const whole = faultAt(faults, "");
  switch (leaf.field) {
    case "amount": {
      const way = operatorOf(leaf);
      const field = (end: "min" | "max", label: string) => (
        <TextField
          label={label}
          inputMode="decimal"
          value={leaf[end] ?? ""}
          hint={t("amountHint")}
          error={faultAt(faults, end) ?? whole}
          className="tabular-nums"
          onChange={({ target }) => onChange({ ...leaf, [end]: target.value })}
        />
      );
      if (way !== "between") return field(way === "atMost" ? "max" : "min", t("value"));
      return (
        <div className="grid gap-2 sm:grid-cols-2">
          {field("min", t("min"))}
          {field("max", t("max"))}
        </div>
      );
    }
    case "payment_method":
      return <Choices values={PAYMENT_METHODS} nameOf={method} {...{ leaf, faults, onChange }} />;
    case "card_scheme":
      return <Choices values={CARD_SCHEMES} nameOf={schemeName} {...{ leaf, faults, onChange }} />;
    case "currency":
    case "issuing_bank":
      return (
        <Listed
          by="comma"
          values={leaf.one_of}
          error={faultUnder(faults, "one_of") ?? whole}
          onChange={(values) => onChange({ ...leaf, one_of: values })}
        />
      );
    case "udf1":
    case "udf2":
    case "udf3": {
      const way = operatorOf(leaf);
      if (way === "oneOf") {
        return (
          <Listed
            by="line"
            values={leaf.one_of ?? []}
            error={faultUnder(faults, "one_of") ?? whole}
            onChange={(values) => onChange({ field: leaf.field, one_of: values })}
          />
        );
      }
      const end = way === "prefix" ? "prefix" : "equals";
      return (
        <TextField
          label={t("value")}
          dir="auto"
          value={leaf[end] ?? ""}
          error={faultAt(faults, end) ?? whole}
          onChange={({ target }) => onChange({ field: leaf.field, [end]: target.value })}
        />
      );
    }
  }
}

type ListLeaf = Extract<WireConditionLeaf, { field: "payment_method" | "card_scheme" }>;

function Choices<L extends ListLeaf>({
  leaf,
  values,
  nameOf,
  faults,
  onChange,
}: {
  leaf: L;
  values: readonly L["one_of"][number][];
  nameOf: (value: string) => string;
  faults: Faults;
  onChange: (leaf: WireConditionLeaf) => void;
}) {
  const t = useTranslations("rules.form");
  const error = faultUnder(faults, "one_of") ?? faultAt(faults, "");
  const chosen: readonly string[] = leaf.one_of;
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-medium">{t("value")}</legend>
      <div className="flex flex-wrap gap-x-4 gap-y-1 pt-1.5">
        {values.map((value) => (
          <Checkbox
            key={value}
            label={nameOf(value)}
            title={value}
            checked={chosen.includes(value)}
            onChange={({ target }) =>
              onChange({
                ...leaf,
                one_of: values.filter((one) => (one === value ? target.checked : chosen.includes(one))),
              } as WireConditionLeaf)
            }
          />
        ))}
      </div>
      {error !== undefined && <p className="mt-1 text-sm text-danger">{error}</p>}
    </fieldset>
  );
}

/**
 * A list of values as text, kept as typed so that a trailing comma stays while typing. Text whose values differ from
 * the draft's belongs to another condition, or to the draft before a merge, and is not shown.
 */
function Listed(props: {
  by: "comma" | "line";
  values: readonly string[];
  error: string | undefined;
  onChange: (values: string[]) => void;
}) {
  const t = useTranslations("rules.form");
  const { by, values, error, onChange } = props;
  const [typed, setTyped] = useState("");
  const shown = isSame(valuesIn(typed, by), values) ? typed : values.join(by === "comma" ? ", " : "\n");
  const change = ({ target }: { target: { value: string } }): void => {
    setTyped(target.value);
    onChange(valuesIn(target.value, by));
  };
  const common = { label: t("value"), value: shown, error, onChange: change };
  return by === "comma" ? (
    <TextField {...common} hint={t("codesHint")} autoCapitalize="characters" />
  ) : (
    <TextAreaField {...common} hint={t("linesHint")} rows={3} dir="auto" />
  );
}

function valuesIn(text: string, by: "comma" | "line"): string[] {
  const parts = by === "comma" ? text.split(",").map((part) => part.trim().toUpperCase()) : text.split("\n");
  return parts.filter((part) => part !== "");
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((value, index) => value === other[index]);
}
