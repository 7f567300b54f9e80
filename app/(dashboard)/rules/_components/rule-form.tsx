"use client";

import type { ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import { TextField } from "@/components/ui/controls";
import type { WireRule } from "@/lib/contract/rules/rule";
import { ConditionsEditor } from "./condition-editor";
import { type Faults, faultAt, faultsInside } from "./faults";
import { TargetEditor } from "./target-editor";
import { TimesEditor } from "./times-editor";

type RuleFormProps = {
  rule: WireRule;
  gateways: readonly string[] | null;
  faults: Faults;
  onChange: (rule: WireRule) => void;
};

/** The form of a rule. Every change goes into the draft at once: there is nothing to confirm or to lose. */
export function RuleForm({ rule, gateways, faults, onChange }: RuleFormProps) {
  const t = useTranslations("rules.form");
  return (
    <div
      role="group"
      aria-label={t("label", { name: rule.name })}
      className="mt-3 space-y-4 border-t border-line pt-4"
    >
      <div className="max-w-sm">
        <TextField
          label={t("name")}
          dir="auto"
          value={rule.name}
          error={faultAt(faults, "name") ?? faultAt(faults, "id")}
          onChange={({ target }) => onChange({ ...rule, name: target.value })}
        />
      </div>
      <Part title={t("conditions")}>
        <ConditionsEditor
          condition={rule.conditions ?? null}
          faults={faults}
          onChange={(conditions) => onChange({ ...rule, conditions })}
        />
      </Part>
      <Part title={t("target")}>
        <TargetEditor
          target={rule.target}
          gateways={gateways}
          faults={[...faultsInside(faults, "target"), ...whole(faults, "target")]}
          onChange={(target) => onChange({ ...rule, target })}
        />
      </Part>
      <Part title={t("times")}>
        <TimesEditor
          times={rule.active_times ?? null}
          faults={[...faultsInside(faults, "active_times"), ...whole(faults, "active_times")]}
          onChange={(times) => onChange({ ...rule, active_times: times })}
        />
      </Part>
    </div>
  );
}

function whole(faults: Faults, path: string): Faults {
  const text = faultAt(faults, path);
  return text === undefined ? [] : [{ path: "", text }];
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-semibold">{title}</legend>
      {children}
    </fieldset>
  );
}
