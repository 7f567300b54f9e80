"use client";

import { useTranslations } from "use-intl/react";
import { SignedOut } from "@/components/states/signed-out";
import { Notice } from "@/components/ui/notice";
import { displayAmount } from "@/lib/money";
import type { ShownStepOutcome } from "./use-request-step";

/** Why a step was not done; a field error is shown at its field, and what was done is in the thread. */
export function StepNotice({ outcome }: { outcome: ShownStepOutcome }) {
  const t = useTranslations("requests");
  switch (outcome.kind) {
    case "done":
      return null;
    case "invalid":
      return outcome.field === "form" ? (
        <Notice tone="danger" role="alert" title={t("step.incomplete")} />
      ) : null;
    case "closed":
      return (
        <Notice
          tone="warning"
          role="alert"
          title={t("closed.title", { state: outcome.state, person: outcome.by ?? "" })}
        >
          <p>{t("step.nothing")}</p>
        </Notice>
      );
    case "own":
      return (
        <Notice tone="danger" role="alert" title={t("own.title")}>
          <p>{t("own.body")}</p>
        </Notice>
      );
    case "exceeds_balance": {
      const left = displayAmount(outcome.left, outcome.currency);
      return <Notice tone="danger" role="alert" title={t("step.exceeds_balance", { left })} />;
    }
    case "no_balance":
    case "not_own":
    case "not_found":
    case "forbidden":
      return <Notice tone="danger" role="alert" title={t(`step.${outcome.kind}`)} />;
    case "cut_off":
      return <Notice tone="warning" role="alert" title={t("step.cut_off")} />;
    case "signed_out":
      return <SignedOut />;
  }
}
