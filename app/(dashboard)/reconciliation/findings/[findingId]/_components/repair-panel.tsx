"use client";

import { Wrench } from "lucide-react";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { repairFindingAction } from "@/app/(dashboard)/reconciliation/actions";
import { ConfirmAction } from "@/components/actions/confirm-action";
import { useAction } from "@/components/actions/use-action";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { Panel } from "@/components/ui/panel";
import { Sentence } from "@/components/ui/text";
import { useRouter } from "@/components/ui/use-router";
import type { FindingView } from "@/lib/reconciliation/views";

/** The button for what is certain, and what became of a finding that is closed without evidence. */
export function RepairPanel({ finding, mayRepair }: { finding: FindingView; mayRepair: boolean }) {
  const t = useTranslations("reconciliation");
  const router = useRouter();
  const action = useAction(repairFindingAction);
  const [isAsking, setIsAsking] = useState(false);
  const { state, repair_requested_by: by } = finding;
  if (state === "repaired" || state === "gone") {
    return (
      <Notice tone="success" role="status" title={t(`findingState.${state}`)}>
        <p>{t(state === "gone" ? "repair.gone" : "repair.doneBody")}</p>
        {state === "repaired" && by !== null && (
          <p>
            <Sentence>{t("repair.by", { person: by })}</Sentence>
          </p>
        )}
      </Notice>
    );
  }
  if (state !== "open" || !finding.certain) return null;
  if (!mayRepair) return <p className="text-sm text-ink-muted">{t("repair.role")}</p>;
  const close = (): void => {
    setIsAsking(false);
    router.refresh();
  };

  return (
    <Panel title={t("repair.button")}>
      <p className="mb-3 text-sm text-ink-muted">{t("repair.body", { gateway: finding.gateway })}</p>
      <Button
        variant="primary"
        icon={<Wrench aria-hidden className="size-3.5" />}
        onClick={() => {
          action.clear();
          setIsAsking(true);
        }}
      >
        {t("repair.button")}
      </Button>
      {isAsking && (
        <ConfirmAction
          title={t("repair.title", { kind: t(`kind.${finding.record}`) })}
          keep={t("repair.keep")}
          confirm={t("repair.button")}
          action={action}
          input={{ findingId: finding.finding_id, version: finding.version }}
          whenUnknown={t("repair.whenUnknown")}
          onDone={close}
          onClose={close}
        >
          <p>{t(`advice.${finding.problem}`)}</p>
          <p>{t("repair.body", { gateway: finding.gateway })}</p>
        </ConfirmAction>
      )}
    </Panel>
  );
}
