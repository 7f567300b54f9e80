"use client";

import { useTranslations } from "use-intl/react";
import { SignedOut } from "@/components/states/signed-out";
import { Notice } from "@/components/ui/notice";
import type { ShownWorkOutcome } from "./use-work-step";

/** Why a change was not saved; a field error is shown at its field. */
export function StepNotice({ outcome }: { outcome: ShownWorkOutcome }) {
  const t = useTranslations("queues");
  switch (outcome.kind) {
    case "done":
      return null;
    case "invalid":
      return outcome.field === "form" ? (
        <Notice tone="danger" role="alert" title={t("fault.incomplete")} />
      ) : null;
    case "changed": {
      const { assignee, state } = outcome.item;
      const name = assignee === null ? "changedNobody" : assignee.isViewer ? "changedYou" : "changedBody";
      return (
        <Notice tone="warning" role="alert" title={t("outcome.changedTitle")}>
          <p>{t(`outcome.${name}`, { state, person: assignee?.name ?? "" })}</p>
          <p>{t("outcome.changedAgain")}</p>
        </Notice>
      );
    }
    case "ended":
      return <Notice tone="info" role="alert" title={t("outcome.ended")} />;
    case "service_error":
    case "forbidden":
      return <Notice tone="danger" role="alert" title={t(`outcome.${outcome.kind}`)} />;
    case "cut_off":
      return <Notice tone="warning" role="alert" title={t("outcome.cut_off")} />;
    case "signed_out":
      return <SignedOut />;
  }
}
