"use client";

import { useState, type SubmitEvent } from "react";
import { useTranslations } from "use-intl/react";
import { ActionNotice } from "@/components/actions/action-notice";
import { useMethodName } from "@/components/payments/method-name";
import { Button } from "@/components/ui/button";
import { SelectField, TextField } from "@/components/ui/controls";
import { instantOfLocal } from "@/components/ui/local-time";
import type { OpsArguments, OpsResult } from "@/lib/contract/ops";
import type { WireRule } from "@/lib/contract/rules/rule";
import { CARD_SCHEMES, PAYMENT_METHODS } from "@/lib/contract/statuses";
import { schemeName } from "@/lib/payments/scheme-name";
import type { OpsFault } from "@/lib/ops-outcomes";
import { paths } from "@/lib/paths";
import { isRuleFault } from "./faults";
import { SampleResult } from "./sample-result";
import { useTrial, whyNoTrial } from "./use-trial";

const EMPTY = {
  transaction_amount: "1499.00",
  currency: "INR",
  payment_method: "UPI",
  card_scheme: "",
  issuing_bank: "",
  merchant_transaction_id: "",
  udf1: "",
  udf2: "",
  udf3: "",
  at: "",
};

type Sample = typeof EMPTY;

/** Where a sample payment would go, and why, rule by rule. */
export function SampleTrial(props: {
  rules: readonly WireRule[];
  onFaults: (faults: readonly OpsFault[]) => void;
}) {
  const t = useTranslations("rules");
  const method = useMethodName();
  const { rules, onFaults } = props;
  const [sample, setSample] = useState(EMPTY);
  const trial = useTrial<OpsArguments<"rules.simulate">, OpsResult<"rules.simulate">>(
    paths.api.simulateRules(),
  );
  const outcome = trial.result?.outcome ?? null;
  const undone = outcome === null ? null : whyNoTrial(outcome);
  const faults = outcome?.kind === "refused" ? outcome.faults : [];
  const fieldOf = (name: keyof Sample): string => (name === "at" ? "at" : `payment.${name}`);

  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const answered = await trial.run({ ...requestOf(sample), rules: [...rules] }, rules);
    onFaults(answered?.kind === "refused" ? answered.faults : []);
  };
  const field = (name: keyof Sample) => ({
    value: sample[name],
    error: faults.find((fault) => fault.field === fieldOf(name))?.text,
    onChange: ({ target }: { target: { value: string } }) => setSample({ ...sample, [name]: target.value }),
  });
  const choices = (values: readonly string[], nameOf: (value: string) => string) => [
    { value: "", label: t("trial.anyMethod") },
    ...values.map((value) => ({ value, label: nameOf(value) })),
  ];
  return (
    <>
      <form noValidate onSubmit={submit} className="space-y-3">
        <div className="grid grid-cols-2 gap-2">
          <TextField label={t("trial.amount")} inputMode="decimal" {...field("transaction_amount")} />
          <TextField label={t("trial.currency")} autoCapitalize="characters" {...field("currency")} />
          <SelectField
            label={t("trial.method")}
            options={choices(PAYMENT_METHODS, method)}
            {...field("payment_method")}
          />
          <SelectField
            label={t("trial.scheme")}
            options={choices(CARD_SCHEMES, schemeName)}
            {...field("card_scheme")}
          />
          <TextField label={t("trial.bank")} autoCapitalize="characters" {...field("issuing_bank")} />
          <TextField label={t("trial.reference")} dir="auto" {...field("merchant_transaction_id")} />
          <div className="col-span-2 grid grid-cols-3 gap-2">
            <TextField label={t("field.udf1")} dir="auto" {...field("udf1")} />
            <TextField label={t("field.udf2")} dir="auto" {...field("udf2")} />
            <TextField label={t("field.udf3")} dir="auto" {...field("udf3")} />
          </div>
          <div className="col-span-2">
            <TextField
              label={t("trial.at")}
              type="datetime-local"
              hint={t("trial.atHint")}
              {...field("at")}
            />
          </div>
        </div>
        <Button type="submit" busy={trial.isAsking}>
          {t("trial.run")}
        </Button>
      </form>
      <div aria-live="polite" className="mt-4 space-y-3">
        {undone !== null && (
          <ActionNotice
            outcome={undone}
            whenUnknown={null}
            isAtField={(fault) => isRuleFault(fault) || isSampleFault(fault)}
          />
        )}
        {outcome?.kind === "found" && (
          <SampleResult
            simulated={outcome.value}
            rules={trial.result?.rules ?? []}
            isStale={trial.result?.rules !== rules}
          />
        )}
      </div>
    </>
  );
}

function isSampleFault({ field }: OpsFault): boolean {
  return field === "at" || field.startsWith("payment.");
}

/** Empty fields are not sent. */
function requestOf(sample: Sample): Pick<OpsArguments<"rules.simulate">, "payment" | "at"> {
  const { at, transaction_amount: amount, payment_method: method, ...others } = sample;
  const named = Object.fromEntries(Object.entries(others).filter(([, value]) => value !== ""));
  const known = PAYMENT_METHODS.find((one) => one === method);
  return {
    payment: { ...named, transaction_amount: amount, ...(known !== undefined && { payment_method: known }) },
    at: instantOfLocal(at),
  };
}
