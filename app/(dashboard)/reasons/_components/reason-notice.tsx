"use client";

import { useTranslations } from "use-intl/react";
import { SignedOut } from "@/components/states/signed-out";
import { Notice } from "@/components/ui/notice";
import type { ShownReasonOutcome } from "./use-reason-change";

/** Why nothing was changed; a field error is shown at its field. */
export function ReasonNotice({ outcome }: { outcome: ShownReasonOutcome }) {
  const t = useTranslations("reasons");
  switch (outcome.kind) {
    case "invalid":
      return outcome.field === "form" ? (
        <Notice
          tone="danger"
          role="alert"
          title={t(`fault.${outcome.fault === "too_many" ? "too_many" : "incomplete"}`)}
        />
      ) : null;
    case "in_use":
    case "not_found":
    case "forbidden":
      return <Notice tone="danger" role="alert" title={t(`fault.${outcome.kind}`)} />;
    case "cut_off":
      return <Notice tone="warning" role="alert" title={t("fault.cut_off")} />;
    case "signed_out":
      return <SignedOut />;
  }
}
