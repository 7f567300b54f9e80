"use client";

import { useState } from "react";
import { useTranslations } from "use-intl/react";
import {
  confirmSettlementAction,
  proposeSettlementAction,
  withdrawSettlementAction,
} from "@/app/(dashboard)/reconciliation/actions";
import { CUT_OFF, type CutOff, useSend } from "@/components/actions/use-send";
import { SignedOut } from "@/components/states/signed-out";
import { Button } from "@/components/ui/button";
import { TextAreaField, TextField } from "@/components/ui/controls";
import { Fact, Facts } from "@/components/ui/facts";
import { Notice } from "@/components/ui/notice";
import { Panel } from "@/components/ui/panel";
import { ForeignText, Sentence } from "@/components/ui/text";
import { Time } from "@/components/ui/time";
import { useRouter } from "@/components/ui/use-router";
import {
  type EvidenceFault,
  type FindingView,
  MAX_EVIDENCE,
  MAX_VENDOR_REFERENCE,
  type SettlementOutcome,
  type SettlementView,
} from "@/lib/reconciliation/views";

type Shown = SettlementOutcome | CutOff;

/** Sends one step at a time, however often it is clicked, and refreshes the page around it. */
function useStep() {
  const router = useRouter();
  const { sending, outcome, send } = useSend(
    ({ step }: { name: string; step: () => Promise<SettlementOutcome> }) => step(),
    CUT_OFF,
    ({ kind }) => {
      if (kind !== "invalid" && kind !== "cut_off") router.refresh();
    },
  );
  return {
    busy: sending?.name ?? null,
    outcome,
    send: (name: string, step: () => Promise<SettlementOutcome>) => send({ name, step }),
  };
}

type SettlePanelProps = {
  finding: FindingView;
  settlements: readonly SettlementView[];
  maySettle: boolean;
};

/** What cannot be repaired is settled: one person writes the evidence, another one confirms it. */
export function SettlePanel({ finding, settlements, maySettle }: SettlePanelProps) {
  const t = useTranslations("reconciliation");
  const step = useStep();
  const waiting = settlements.find(({ state }) => state === "PROPOSED" || state === "CONFIRMING");
  const earlier = settlements.filter((one) => one !== waiting);
  const isOpen = finding.state === "open" && !finding.certain;
  if (!isOpen && settlements.length === 0 && finding.settlement === null) return null;
  return (
    <Panel title={t(isOpen ? "settle.title" : "settle.evidence")}>
      <div className="space-y-4">
        <StepNotice outcome={step.outcome} />
        {isOpen && waiting === undefined && (
          <>
            <p className="text-sm text-ink-muted">{t("settle.about")}</p>
            {maySettle ? (
              <EvidenceForm finding={finding} step={step} />
            ) : (
              <p className="text-sm text-ink-muted">{t("repair.role")}</p>
            )}
          </>
        )}
        {waiting !== undefined && (
          <Waiting finding={finding} settlement={waiting} step={step} maySettle={maySettle && isOpen} />
        )}
        {finding.settlement !== null && settlements.length === 0 && (
          <Facts>
            <Fact name={t("settle.evidence")}>
              <ForeignText>{finding.settlement.evidence}</ForeignText>
            </Fact>
            <Fact name={t("settle.reference")}>
              <ForeignText>{finding.settlement.vendor_reference}</ForeignText>
            </Fact>
          </Facts>
        )}
        {earlier.map((settlement) => (
          <Evidence key={settlement.id} settlement={settlement} />
        ))}
      </div>
    </Panel>
  );
}

type Step = ReturnType<typeof useStep>;

function EvidenceForm({ finding, step }: { finding: FindingView; step: Step }) {
  const t = useTranslations("reconciliation");
  const newDraft = () => ({ settlementId: crypto.randomUUID(), version: finding.version });
  // The draft is of the finding as it was when the text was begun: a change by others keeps the text, and is told.
  const [draft, setDraft] = useState(newDraft);
  const isChanged = draft.version !== finding.version;
  const [evidence, setEvidence] = useState("");
  const [vendorReference, setVendorReference] = useState("");
  const errorOf = (field: EvidenceFault["field"], max: number): string | undefined => {
    const found =
      step.outcome?.kind === "invalid" ? step.outcome.faults.find((one) => one.field === field) : undefined;
    return found === undefined ? undefined : t(`settle.fault.${found.fault}`, { max });
  };
  return (
    <form
      noValidate
      className="space-y-3"
      onSubmit={(event) => {
        event.preventDefault();
        const { finding_id: findingId } = finding;
        const { settlementId, version } = isChanged ? newDraft() : draft;
        setDraft({ settlementId, version });
        void step
          .send("propose", () =>
            proposeSettlementAction({ settlementId, findingId, version, evidence, vendorReference }),
          )
          .then((outcome) => {
            // What was sent under this id is discarded: the next one is new evidence.
            if (outcome?.kind === "closed") setDraft(newDraft());
          });
      }}
    >
      {isChanged && (
        <Notice tone="warning" role="alert" title={t("settle.changedWhileTypingTitle")}>
          <p>{t("settle.changedWhileTypingBody")}</p>
        </Notice>
      )}
      <TextAreaField
        label={t("settle.evidence")}
        hint={t("settle.evidenceHint")}
        rows={4}
        dir="auto"
        value={evidence}
        error={errorOf("evidence", MAX_EVIDENCE)}
        onChange={({ target }) => setEvidence(target.value)}
      />
      <TextField
        label={t("settle.reference")}
        hint={t("settle.referenceHint")}
        autoComplete="off"
        value={vendorReference}
        error={errorOf("vendorReference", MAX_VENDOR_REFERENCE)}
        onChange={({ target }) => setVendorReference(target.value)}
      />
      <Button type="submit" variant="primary" busy={step.busy === "propose"}>
        {t("settle.propose")}
      </Button>
    </form>
  );
}

type WaitingProps = { finding: FindingView; settlement: SettlementView; step: Step; maySettle: boolean };

function Waiting({ finding, settlement, step, maySettle }: WaitingProps) {
  const t = useTranslations("reconciliation");
  const { id: settlementId, isOwn, state } = settlement;
  const isChanged = settlement.findingVersion !== finding.version;
  return (
    <div className="space-y-3">
      {isChanged && (
        <Notice tone="warning" title={t("settle.changedTitle")}>
          <p>{t("settle.changedBody")}</p>
        </Notice>
      )}
      {state === "CONFIRMING" && (
        <Notice tone="warning" title={t("settle.sending")}>
          <p>{t("settle.sendingBody")}</p>
        </Notice>
      )}
      <Evidence settlement={settlement} />
      {isOwn && <p className="text-sm text-ink-muted">{t("settle.waitingOwn")}</p>}
      {maySettle && (
        <div className="flex flex-wrap gap-2">
          {!isOwn && (!isChanged || state === "CONFIRMING") && (
            <Button
              variant="primary"
              busy={step.busy === "confirm"}
              onClick={() => void step.send("confirm", () => confirmSettlementAction({ settlementId }))}
            >
              {t(state === "CONFIRMING" ? "settle.again" : "settle.confirm")}
            </Button>
          )}
          {state === "PROPOSED" && (
            <Button
              busy={step.busy === "withdraw"}
              onClick={() => void step.send("withdraw", () => withdrawSettlementAction({ settlementId }))}
            >
              {t("settle.withdraw")}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

function Evidence({ settlement }: { settlement: SettlementView }) {
  const t = useTranslations("reconciliation");
  const { evidence, vendorReference, proposedBy, proposedAt, decidedBy, state, refusal } = settlement;
  return (
    <div className="border-l-2 border-line pl-3 text-sm">
      <p className="font-medium">{t(`settle.state.${state}`)}</p>
      <p className="mt-1">
        <ForeignText>{evidence}</ForeignText>
      </p>
      <p className="mt-1 text-ink-muted">
        {t("settle.reference")}: <ForeignText>{vendorReference}</ForeignText>
      </p>
      <p className="mt-1 text-xs text-ink-muted">
        <ForeignText>{proposedBy}</ForeignText> · <Time iso={proposedAt} />
      </p>
      {decidedBy !== null && state !== "WITHDRAWN" && (
        <p className="text-xs text-ink-muted">
          <Sentence>{t("settle.confirmedBy", { person: decidedBy })}</Sentence>
        </p>
      )}
      {refusal !== null && refusal !== "" && (
        <p className="mt-1 text-danger">
          <ForeignText>{refusal}</ForeignText>
        </p>
      )}
    </div>
  );
}

function StepNotice({ outcome }: { outcome: Shown | null }) {
  const t = useTranslations("reconciliation");
  if (outcome === null || outcome.kind === "done" || outcome.kind === "invalid") return null;
  if (outcome.kind === "signed_out") return <SignedOut />;
  const isOpen = outcome.kind === "unknown" || outcome.kind === "cut_off";
  return (
    <Notice tone={isOpen ? "warning" : "danger"} role="alert" title={t(`settle.outcome.${outcome.kind}`)}>
      {outcome.kind === "changed" && outcome.message !== "" && (
        <p>
          <ForeignText>{outcome.message}</ForeignText>
        </p>
      )}
    </Notice>
  );
}
