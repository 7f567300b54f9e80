"use client";

import { X } from "lucide-react";
import { useTranslations } from "use-intl/react";
import { SelectField } from "@/components/ui/controls";
import { removeKeepingFocus } from "@/components/ui/remove-row";
import { CONDITION_FIELDS, type ConditionField } from "@/lib/contract/rules/condition-fields";
import type { WireConditionLeaf } from "@/lib/contract/rules/condition";
import { type Faults } from "./faults";
import { type LeafOperator, newLeafOf, WAYS, operatorOf, withOperator } from "./leaf";
import { LeafValue } from "./leaf-value";

export function newLeaf(): WireConditionLeaf {
  return newLeafOf("amount");
}

type LeafEditorProps = {
  leaf: WireConditionLeaf;
  place: string;
  faults: Faults;
  onChange: (leaf: WireConditionLeaf) => void;
  onRemove: () => void;
};

/** One condition, as the parts of its sentence: field, comparison, value. */
export function LeafEditor({ leaf, place, faults, onChange, onRemove }: LeafEditorProps) {
  const t = useTranslations("rules");
  const ways: readonly LeafOperator[] = WAYS[leaf.field];
  return (
    <fieldset
      aria-label={t("form.condition", { place })}
      className="grid grid-cols-[minmax(0,1fr)_auto] gap-2 rounded bg-surface p-2 sm:grid-cols-[9rem_9rem_minmax(0,1fr)_auto]"
    >
      <SelectField
        label={t("form.field")}
        value={leaf.field}
        options={CONDITION_FIELDS.map((field) => ({ value: field, label: t(`field.${field}`) }))}
        onChange={({ target }) => onChange(newLeafOf(target.value as ConditionField))}
      />
      <div className="col-start-1 sm:col-start-auto">
        <SelectField
          label={t("form.comparison")}
          value={operatorOf(leaf)}
          options={ways.map((way) => ({ value: way, label: t(`form.${way}`) }))}
          onChange={({ target }) => onChange(withOperator(leaf, target.value as LeafOperator))}
        />
      </div>
      <div className="col-span-2 sm:col-span-1">
        <LeafValue leaf={leaf} faults={faults} onChange={onChange} />
      </div>
      <div className="col-start-2 row-start-1 pt-6 sm:col-start-4">
        <button
          type="button"
          aria-label={t("form.removeCondition", { place })}
          title={t("form.removeCondition", { place })}
          onClick={({ currentTarget }) => removeKeepingFocus(currentTarget, onRemove)}
          className="grid size-7 place-items-center rounded text-ink-muted hover:bg-sunken hover:text-ink"
        >
          <X aria-hidden className="size-4" />
        </button>
      </div>
    </fieldset>
  );
}
