"use client";

import { useState } from "react";
import { useOwner } from "@/components/ui/page-account";
import { useHydrated } from "@/components/ui/use-hydrated";
import { RulesEditor, type RulesEditorProps } from "./rules-editor";
import { keptDraft, type RulesDraft } from "./use-rules-draft";

/** The server renders the rules in force; the browser continues with the draft stored in this tab. */
export function RulesScreen(props: RulesEditorProps) {
  const isHydrated = useHydrated();
  const { current } = props;
  if (isHydrated) return <WithKept {...props} />;
  return (
    // Inert: changes made now would be lost when the editor with the stored draft replaces this one.
    <div inert>
      <RulesEditor {...props} initial={{ base: current, rules: current.rules }} />
    </div>
  );
}

function WithKept(props: RulesEditorProps) {
  const { current, userId } = props;
  const owner = useOwner(userId);
  const [initial] = useState((): RulesDraft => keptDraft(owner) ?? { base: current, rules: current.rules });
  return <RulesEditor {...props} initial={initial} />;
}
