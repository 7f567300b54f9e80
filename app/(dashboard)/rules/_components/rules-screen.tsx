"use client";

import { useState } from "react";
import { useHydrated } from "@/components/ui/use-hydrated";
import { RulesEditor, type RulesEditorProps } from "./rules-editor";
import { keptDraft, type RulesDraft } from "./use-rules-draft";

/** The server paints the rules in force; the browser goes on with the changes that this tab has kept. */
export function RulesScreen(props: RulesEditorProps) {
  const isHydrated = useHydrated();
  const { current } = props;
  if (isHydrated) return <WithKept {...props} />;
  return (
    // Not to be pressed yet: what is done here would be lost when the editor with the kept changes takes its place.
    <div inert>
      <RulesEditor {...props} initial={{ base: current, rules: current.rules }} />
    </div>
  );
}

function WithKept(props: RulesEditorProps) {
  const { current, userId } = props;
  const [initial] = useState((): RulesDraft => keptDraft(userId) ?? { base: current, rules: current.rules });
  return <RulesEditor {...props} initial={initial} />;
}
