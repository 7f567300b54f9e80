"use client";

import { useTranslations } from "use-intl/react";
import { SignedOut } from "@/components/states/signed-out";
import { Notice } from "@/components/ui/notice";
import type { RunOutcome } from "./run-outcome";

/** The outcome of an action, unless the page shows it anyway. */
export function OutcomeNotice({ outcome }: { outcome: RunOutcome | null }) {
  const words = useOutcomeWords(outcome);
  if (outcome?.kind === "signed_out") {
    return (
      <div className="w-full">
        <SignedOut />
      </div>
    );
  }
  if (words === null) return null;
  return (
    <div className="w-full">
      <Notice tone="warning" role="alert" title={words} />
    </div>
  );
}

function useOutcomeWords(outcome: RunOutcome | null): string | null {
  const t = useTranslations("bulk");
  switch (outcome?.kind) {
    case undefined:
    case "started":
    case "awaits_approval":
    case "done":
    case "signed_out":
    case "mismatch":
      return null;
    case "rows_changed":
      return t("action.rowsChanged", { n: outcome.rows });
    case "choices_changed":
      return t("action.choicesChanged");
    case "approval_not_needed":
      return t("action.approvalNotNeeded");
    case "rows_in_progress":
      return t("action.rowsInProgress");
    case "row_changed":
      return t("action.rowChanged");
    case "own_request":
      return t("action.ownRequest");
    case "not_startable":
    case "overtaken":
      return t("action.overtaken", { state: t(`state.${outcome.state}`) });
    case "nothing_ready":
      return t("action.nothingReady");
    case "not_found":
      return t("action.gone");
    case "forbidden":
      return t("action.forbidden");
    case "cut_off":
      return t("action.failed");
  }
}
