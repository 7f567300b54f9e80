"use client";

import { FolderPlus, Plus, X } from "lucide-react";
import { useTranslations } from "use-intl/react";
import { Button } from "@/components/ui/button";
import { removeKeepingFocus } from "@/components/ui/remove-row";
import { SelectField } from "@/components/ui/controls";
import type { WireCondition, WireConditionLeaf } from "@/lib/contract/rules/condition";
import { type Faults, faultAt, faultsInside } from "./faults";
import { LeafEditor, newLeaf } from "./leaf-editor";

const MAX_DEPTH = 4;

type Group = { word: "all" | "any"; members: readonly WireCondition[] };

function groupOf(condition: WireCondition): Group | null {
  if ("all" in condition) return { word: "all", members: condition.all };
  return "any" in condition ? { word: "any", members: condition.any } : null;
}

function asCondition({ word, members }: Group): WireCondition {
  return word === "all" ? { all: [...members] } : { any: [...members] };
}

/** All conditions of a rule. None: every payment matches. */
export function ConditionsEditor(props: {
  condition: WireCondition | null;
  faults: Faults;
  onChange: (condition: WireCondition | null) => void;
}) {
  const t = useTranslations("rules.form");
  const { condition, faults, onChange } = props;
  const error = faultAt(faults, "conditions");
  if (condition === null) {
    return (
      <div className="flex flex-wrap items-center gap-3">
        <p className="text-sm text-ink-muted">{t("every")}</p>
        <AddButton icon="condition" onAdd={() => onChange({ all: [newLeaf()] })} />
      </div>
    );
  }
  // A single condition is edited as a group of one, so that another can be added.
  const group = groupOf(condition) ?? { word: "all" as const, members: [condition] };
  const isLone = groupOf(condition) === null;
  return (
    <>
      <GroupEditor
        group={group}
        place=""
        depth={1}
        faults={isLone ? asMember(faultsInside(faults, "conditions")) : faultsInside(faults, "conditions")}
        onChange={onChange}
      />
      {error !== undefined && <p className="mt-1 text-sm text-danger">{error}</p>}
    </>
  );
}

/** Moves the errors of a single condition into that group of one. */
function asMember(faults: Faults): Faults {
  return faults.map((fault) => ({ ...fault, path: `all.0.${fault.path}` }));
}

type GroupEditorProps = {
  group: Group;
  /** "" for the outermost, "2.1" for the first member of its second. */
  place: string;
  depth: number;
  faults: Faults;
  onChange: (condition: WireCondition | null) => void;
};

function GroupEditor({ group, place, depth, faults, onChange }: GroupEditorProps) {
  const t = useTranslations("rules.form");
  const { word, members } = group;
  const put = (next: readonly WireCondition[]): void =>
    onChange(next.length === 0 ? null : asCondition({ word, members: next }));
  const error = faultAt(faults, word);
  return (
    <fieldset className="min-w-0 rounded border border-line bg-canvas/60 p-3">
      <div className="mb-3 max-w-sm">
        <SelectField
          label={place === "" ? t("wholeGroup") : t("group", { place })}
          value={word}
          error={error}
          options={[
            { value: "all", label: t("groupAll") },
            { value: "any", label: t("groupAny") },
          ]}
          onChange={({ target }) =>
            onChange(asCondition({ word: target.value === "any" ? "any" : "all", members }))
          }
        />
      </div>
      <ul className="space-y-3">
        {members.map((member, index) => {
          const here = place === "" ? String(index + 1) : `${place}.${String(index + 1)}`;
          const inside = faultsInside(faults, `${word}.${String(index)}`);
          const change = (next: WireCondition | null): void =>
            put(next === null ? members.toSpliced(index, 1) : members.with(index, next));
          const inner = groupOf(member);
          return (
            // Members have no id, so the index is the key.
            <li key={index}>
              {inner === null ? (
                <LeafEditor
                  leaf={member as WireConditionLeaf}
                  place={here}
                  faults={[...inside, ...ownFaults(faults, `${word}.${String(index)}`)]}
                  onChange={change}
                  onRemove={() => change(null)}
                />
              ) : (
                <div className="relative">
                  <GroupEditor
                    group={inner}
                    place={here}
                    depth={depth + 1}
                    faults={inside}
                    onChange={change}
                  />
                  <div className="absolute top-2 right-2">
                    <RemoveButton label={t("removeGroup", { place: here })} onRemove={() => change(null)} />
                  </div>
                </div>
              )}
            </li>
          );
        })}
      </ul>
      <div className="mt-3 flex flex-wrap gap-2">
        <AddButton icon="condition" onAdd={() => put([...members, newLeaf()])} />
        {depth < MAX_DEPTH && (
          <AddButton
            icon="group"
            onAdd={() =>
              put([...members, asCondition({ word: word === "all" ? "any" : "all", members: [newLeaf()] })])
            }
          />
        )}
      </div>
    </fieldset>
  );
}

/** An error of the whole member, shown at its value. */
function ownFaults(faults: Faults, path: string): Faults {
  return faults.filter((fault) => fault.path === path).map(({ text }) => ({ path: "", text }));
}

function AddButton({ icon, onAdd }: { icon: "condition" | "group"; onAdd: () => void }) {
  const t = useTranslations("rules.form");
  const Icon = icon === "condition" ? Plus : FolderPlus;
  return (
    <Button size="sm" icon={<Icon aria-hidden className="size-3.5" />} onClick={onAdd}>
      {t(icon === "condition" ? "addCondition" : "addGroup")}
    </Button>
  );
}

export function RemoveButton({ label, onRemove }: { label: string; onRemove: () => void }) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={({ currentTarget }) => removeKeepingFocus(currentTarget, onRemove)}
      className="grid size-7 shrink-0 place-items-center rounded text-ink-muted hover:bg-sunken hover:text-ink"
    >
      <X aria-hidden className="size-4" />
    </button>
  );
}
