"use client";

import { useTranslations } from "use-intl/react";
import { useFormAction } from "@/components/forms/use-form-action";
import type { SavedViewOutcome } from "@/lib/views/saved-view-views";

type ViewAction = (earlier: SavedViewOutcome | null, form: FormData) => Promise<SavedViewOutcome>;

/** Sends an action on a saved view, one request at a time. */
export function useViewAction(action: ViewAction) {
  return useFormAction<SavedViewOutcome | null>(action, null);
}

/** The text for a fault or a lost response; undefined when there is none. */
export function useFaultText(outcome: SavedViewOutcome | null, isLost: boolean): string | undefined {
  const t = useTranslations("savedViews");
  const common = useTranslations("common");
  if (isLost) return common("lostResponse.body");
  return outcome === null ? undefined : faultOf(outcome, t);
}

function faultOf(
  outcome: SavedViewOutcome,
  t: ReturnType<typeof useTranslations<"savedViews">>,
): string | undefined {
  switch (outcome.kind) {
    case "invalid":
      return t(`fault.${outcome.fault}`);
    case "too_many":
      return t("tooMany", { max: outcome.max });
    case "not_found":
      return t("notFound");
    case "role_gone":
      return t("roleGone");
    case "forbidden":
      return t("forbidden");
    case "signed_out":
      return t("signedOut");
    case "done":
      return undefined;
  }
}
