"use client";

import { DraftBar } from "@/app/(dashboard)/rules/_components/draft-bar";
import { RuleCard, type RuleActions } from "@/app/(dashboard)/rules/_components/rule-card";
import { RulesEditor } from "@/app/(dashboard)/rules/_components/rules-editor";
import { SaveDialog } from "@/app/(dashboard)/rules/_components/save-dialog";
import { changesBetween } from "@/lib/rules/changes";
import { DialogExample } from "../dialog-example";
import { Example } from "../example";
import { cards, current, GATEWAYS, nights, newer, rest, RULES } from "./data";

const nothing = (): void => undefined;
const actions: RuleActions = {
  move: nothing,
  toggleForm: nothing,
  copy: nothing,
  turn: nothing,
  remove: nothing,
  change: nothing,
};
const FAULTS = [
  { ruleId: "nights", path: "active_times.windows.0.time_zone", text: "Must be an IANA time zone." },
  { ruleId: "nights", path: "target.shares.1.weight", text: "Must be a whole number from 1 to 1000." },
  { ruleId: "nights", path: "name", text: "Must not be blank." },
];
const draft = { base: current, rules: [{ ...cards, name: "Cards" }, rest] };
const common = { count: 3, gateways: GATEWAYS, faults: [], badge: null, actions };

/** The rules in force and the unsaved changes to them. */
export function RuleEditorExamples() {
  return (
    <>
      <Example component="RulesEditor" state="unchanged">
        <RulesEditor
          current={current}
          gateways={GATEWAYS}
          userId="gallery-1"
          initial={{ base: current, rules: RULES }}
        />
      </Example>
      <Example component="RulesEditor" state="no rules">
        <RulesEditor
          current={{ ...current, rules: [] }}
          gateways={null}
          userId="gallery-2"
          initial={{ base: { ...current, rules: [] }, rules: [] }}
        />
      </Example>
      <Example component="RulesEditor" state="unsaved changes, another version is in force">
        <RulesEditor current={newer} gateways={GATEWAYS} userId="gallery-3" initial={draft} />
      </Example>
      <Example component="RulesEditor" state="problems of the version in force">
        <RulesEditor
          current={{ ...current, problems: [{ field: "rules.2.target.gateway", text: "No such gateway." }] }}
          gateways={GATEWAYS}
          userId="gallery-4"
          initial={{ base: current, rules: RULES }}
        />
      </Example>
      <Example component="RuleCard" state="edited: conditions in groups, failover">
        <ol>
          <RuleCard {...common} rule={cards} place={1} isEdited badge="changed" />
        </ol>
      </Example>
      <Example component="RuleCard" state="edited: active times, split, errors of the service">
        <ol>
          <RuleCard {...common} rule={nights} place={2} isEdited faults={FAULTS} badge="added" />
        </ol>
      </Example>
      <Example component="RuleCard" state="errors, closed; gateways unknown">
        <ol>
          <RuleCard {...common} rule={nights} place={3} isEdited={false} faults={FAULTS} />
          <RuleCard {...common} rule={rest} place={3} isEdited gateways={null} />
        </ol>
      </Example>
      <Example component="DraftBar" state="two changes" opens={[0]}>
        <DraftBar count={2} canSave onDiscard={nothing} onSave={nothing} onRunInShadow={nothing} />
      </Example>
      <DialogExample component="SaveDialog" state="two changes">
        {(close) => (
          <SaveDialog
            draft={draft}
            changes={changesBetween(RULES, draft.rules)}
            onSaved={close}
            onFaults={close}
            onConflict={close}
            onClose={close}
          />
        )}
      </DialogExample>
    </>
  );
}
