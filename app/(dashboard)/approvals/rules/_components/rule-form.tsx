"use client";

import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { Button } from "@/components/ui/button";
import { Checkbox, SelectField, TextField } from "@/components/ui/controls";
import { Panel } from "@/components/ui/panel";
import { OTHER_CURRENCIES } from "@/lib/approvals/approval-gaps";
import type { RefundingRole } from "@/lib/approvals/approval-views";
import { lifetimeText } from "./lifetime-text";
import type { ShownRuleOutcome } from "./use-rule-change";

const ROLES = ["finance", "admin"] as const;
const LIFETIMES = [60, 4 * 60, 24 * 60, 3 * 24 * 60, 7 * 24 * 60, 30 * 24 * 60];

type Entered = { role: string; currency: string; threshold: string; lifetimeMinutes: string };

type RuleFormProps = {
  /** The composed roles that refund. */
  roles: readonly RefundingRole[];
  isBusy: boolean;
  outcome: ShownRuleOutcome | null;
  onSet: (entered: Entered) => Promise<void>;
};

export function RuleForm({ roles, isBusy, outcome, onSet }: RuleFormProps) {
  const t = useTranslations("approvals");
  const common = useTranslations("common");
  const [entered, setEntered] = useState<Entered>({
    role: "finance",
    currency: "INR",
    threshold: "",
    lifetimeMinutes: String(24 * 60),
  });
  const [isForOthers, setIsForOthers] = useState(false);
  const bind = (field: keyof Entered) => ({
    value: entered[field],
    onChange: ({ target: { value } }: { target: { value: string } }) =>
      setEntered((before) => ({ ...before, [field]: value })),
  });
  const faultAt = (field: "currency" | "threshold" | "lifetime"): string | undefined =>
    outcome?.kind === "invalid" && outcome.field === field ? t(`rules.fault.${outcome.fault}`) : undefined;

  return (
    <Panel title={t("rules.setTitle")}>
      <p className="mb-3 text-sm text-ink-muted">{t("rules.setHint")}</p>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void onSet(isForOthers ? { ...entered, currency: OTHER_CURRENCIES } : entered);
        }}
      >
        <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
          <SelectField
            label={t("rules.role")}
            options={[
              ...ROLES.map((role) => ({ value: role as string, label: common(`role.${role}`) })),
              ...roles.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            {...(roles.length === 0 ? {} : { hint: t("rules.composedHint") })}
            {...bind("role")}
          />
          <TextField
            label={t("rules.currency")}
            hint={t("rules.currencyHint")}
            error={faultAt("currency")}
            maxLength={3}
            autoComplete="off"
            disabled={isForOthers}
            {...bind("currency")}
          />
          <TextField
            label={t("rules.threshold")}
            hint={t("rules.thresholdHint")}
            error={faultAt("threshold")}
            inputMode="decimal"
            autoComplete="off"
            className="text-right tabular-nums"
            {...bind("threshold")}
          />
          <SelectField
            label={t("rules.lifetime")}
            hint={t("rules.lifetimeHint")}
            error={faultAt("lifetime")}
            options={LIFETIMES.map((minutes) => ({
              value: String(minutes),
              label: lifetimeText(minutes, t),
            }))}
            {...bind("lifetimeMinutes")}
          />
        </div>
        <div className="mt-4">
          <Checkbox
            label={t("rules.otherCurrencies")}
            checked={isForOthers}
            onChange={({ target: { checked } }) => setIsForOthers(checked)}
          />
          <p className="mt-1 text-sm text-ink-muted">{t("rules.otherCurrenciesHint")}</p>
        </div>
        <Button type="submit" variant="primary" busy={isBusy} className="mt-4 w-full sm:w-auto">
          {t("rules.set")}
        </Button>
      </form>
    </Panel>
  );
}
