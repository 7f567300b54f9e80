"use client";

import { ChangesSummary, ChangesView } from "@/app/(dashboard)/rules/_components/changes-view";
import { ConflictNotice } from "@/app/(dashboard)/rules/_components/conflict-notice";
import { MergedNotice } from "@/app/(dashboard)/rules/_components/merged-notice";
import { ReplayResult } from "@/app/(dashboard)/rules/_components/replay-result";
import { ReplayTrial } from "@/app/(dashboard)/rules/_components/replay-trial";
import { RuleSentence } from "@/app/(dashboard)/rules/_components/rule-sentence";
import { SampleResult } from "@/app/(dashboard)/rules/_components/sample-result";
import { SavedNotice } from "@/app/(dashboard)/rules/_components/saved-notice";
import { StartedNotice } from "@/app/(dashboard)/rules/_components/started-notice";
import { TryPanel } from "@/app/(dashboard)/rules/_components/try-panel";
import { RestoreVersion } from "@/app/(dashboard)/rules/_components/restore-version";
import { changesBetween } from "@/lib/rules/changes";
import { Example } from "../example";
import { cards, current, newer, nights, replayed, rest, RULES, simulated } from "./data";

const nothing = (): void => undefined;
const WARNINGS = [
  { code: "no_active_rule", rule_id: null, text: "No rule is active." },
  { code: "rule_is_over", rule_id: "nights", text: "The rule is over." },
];
const changes = changesBetween(RULES, [
  rest,
  { ...cards, active: false, name: "Cards" },
  { ...nights, id: "new" },
]);

/** Trials of rules, and what is said about a save. */
export function RuleTrialExamples() {
  return (
    <>
      <Example component="TryPanel" state="not tried yet">
        <TryPanel rules={RULES} onFaults={nothing} />
      </Example>
      <Example component="SampleResult" state="a gateway, and one that is skipped; older rules">
        <div className="space-y-3">
          <SampleResult simulated={simulated} rules={RULES} isStale />
        </div>
      </Example>
      <Example component="ReplayTrial" state="not tried yet">
        <ReplayTrial rules={RULES} onFaults={nothing} />
      </Example>
      <Example component="ReplayResult" state="some payments would go elsewhere">
        <div className="space-y-3">
          <ReplayResult replayed={replayed} rules={RULES} isStale={false} />
        </div>
      </Example>
      <Example component="RuleSentence" state="every target">
        <div className="space-y-3">
          {RULES.map((rule) => (
            <RuleSentence key={rule.id} rule={rule} />
          ))}
        </div>
      </Example>
      <Example component="ChangesView, ChangesSummary" state="added, removed, changed, moved; none">
        <ChangesView changes={changes} />
        <p className="mt-3">
          <ChangesSummary changes={changes} />
        </p>
        <ChangesView changes={changesBetween(RULES, RULES)} />
      </Example>
      <Example component="ConflictNotice" state="a newer version, and a restored one">
        <div className="space-y-3">
          <ConflictNotice base={current} newer={newer} onMerge={nothing} />
          <ConflictNotice base={newer} newer={current} onMerge={nothing} />
        </div>
      </Example>
      <Example component="MergedNotice" state="without and with clashes">
        <div className="space-y-3">
          <MergedNotice version={8} clashes={[]} onTakeOrder={null} />
          <MergedNotice version={8} clashes={[cards.name, rest.name]} onTakeOrder={nothing} />
        </div>
      </Example>
      <Example component="SavedNotice" state="with warnings">
        <SavedNotice saved={{ ...current, warnings: WARNINGS }} />
      </Example>
      <Example component="StartedNotice, RuleWarnings" state="with warnings">
        <StartedNotice started={{ rules: RULES, warnings: WARNINGS }} />
      </Example>
      <Example component="RestoreVersion" state="open with the button" opens={[0]}>
        <RestoreVersion version={3} inForce={7} />
      </Example>
    </>
  );
}
