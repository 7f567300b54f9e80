"use client";

import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { SignedOut } from "@/components/states/signed-out";
import { Button } from "@/components/ui/button";
import { TextAreaField } from "@/components/ui/controls";
import { Notice } from "@/components/ui/notice";
import { displayAmount } from "@/lib/money";
import {
  MAX_MANUAL_REFUND_TEXT,
  type ManualRefundStep,
  type ManualRefundView,
} from "@/lib/manual-refunds/manual-refund-views";
import { type ShownStepOutcome, useManualRefundStep } from "./use-manual-refund-step";

type ManualRefundStepsProps = {
  refund: ManualRefundView;
  /** The viewer may approve refunds, which confirming and voiding takes as well. */
  mayApprove: boolean;
  onChanged: (outcome: ShownStepOutcome) => void;
};

/** The steps that are possible for the viewer, who may record manual refunds. */
export function ManualRefundSteps({ refund, mayApprove, onChanged }: ManualRefundStepsProps) {
  const t = useTranslations("manualRefunds");
  const [shown, setShown] = useState<"decline" | "propose_void" | null>(null);
  const [reason, setReason] = useState("");
  const { busy, outcome, send, clear } = useManualRefundStep(refund.manualRefundId, onChanged);
  const steps = stepsOf(refund, mayApprove);
  // The reason's form belongs to a state that somebody may have ended meanwhile.
  const reasonOf = shown !== null && steps.includes(shown) ? shown : null;
  const named = (step: ManualRefundStep) =>
    t(`stepNamed.${step}`, { amount: displayAmount(refund.amount, refund.currency) });
  const toggle = (step: "decline" | "propose_void") => ({
    "aria-label": named(step),
    "aria-expanded": reasonOf === step,
    onClick: () => {
      clear();
      setShown(reasonOf === step ? null : step);
    },
  });
  if (steps.length === 0 && (outcome === null || outcome.kind === "done")) return null;
  return (
    <div className="col-span-2 mt-1.5 space-y-3">
      {outcome !== null && <StepNotice outcome={outcome} />}
      {refund.isOwn && refund.state === "WAITING" && (
        <p className="text-sm text-ink-muted">{t("ownWaits")}</p>
      )}
      {refund.state === "VOIDING" && <p className="text-sm text-ink-muted">{t("voidWaits")}</p>}
      {!mayApprove && isForSecondPerson(refund) && (
        <p className="text-sm text-ink-muted">{t("approvalNeeded")}</p>
      )}
      <div className="flex flex-wrap gap-2">
        {steps.includes("confirm") && (
          <Button
            size="sm"
            variant="primary"
            aria-label={named("confirm")}
            busy={busy === "confirm"}
            onClick={() => void send({ step: "confirm", reason: "" })}
          >
            {t("step.confirm")}
          </Button>
        )}
        {steps.includes("decline") && (
          <Button size="sm" {...toggle("decline")}>
            {t("step.decline")}
          </Button>
        )}
        {steps.includes("withdraw") && (
          <Button
            size="sm"
            aria-label={named("withdraw")}
            busy={busy === "withdraw"}
            onClick={() => void send({ step: "withdraw", reason: "" })}
          >
            {t("step.withdraw")}
          </Button>
        )}
        {steps.includes("propose_void") && (
          <Button size="sm" {...toggle("propose_void")}>
            {t("step.propose_void")}
          </Button>
        )}
        {steps.includes("void") && (
          <Button
            size="sm"
            variant="danger"
            aria-label={named("void")}
            busy={busy === "void"}
            onClick={() => void send({ step: "void", reason: "" })}
          >
            {t("step.void")}
          </Button>
        )}
        {steps.includes("keep") && (
          <Button
            size="sm"
            aria-label={named("keep")}
            busy={busy === "keep"}
            onClick={() => void send({ step: "keep", reason: "" })}
          >
            {t("step.keep")}
          </Button>
        )}
      </div>
      {reasonOf !== null && (
        <form
          noValidate
          className="max-w-xl space-y-3"
          onSubmit={(event) => {
            event.preventDefault();
            void send({ step: reasonOf, reason });
          }}
        >
          <TextAreaField
            label={t(`reason.${reasonOf}`)}
            hint={t(`reasonHint.${reasonOf}`)}
            rows={2}
            dir="auto"
            value={reason}
            readOnly={busy !== null}
            maxLength={MAX_MANUAL_REFUND_TEXT}
            error={
              outcome?.kind === "invalid" && outcome.fault !== "incomplete"
                ? t(`fault.text.${outcome.fault}`, { max: MAX_MANUAL_REFUND_TEXT })
                : undefined
            }
            onChange={({ target }) => setReason(target.value)}
          />
          <Button type="submit" size="sm" variant="danger" busy={busy === reasonOf}>
            {t(`send.${reasonOf}`)}
          </Button>
        </form>
      )}
    </div>
  );
}

function stepsOf(refund: ManualRefundView, mayApprove: boolean): ManualRefundStep[] {
  switch (refund.state) {
    case "WAITING":
      if (refund.isOwn) return ["withdraw"];
      return mayApprove ? ["confirm", "decline"] : ["decline"];
    case "CONFIRMED":
      return ["propose_void"];
    case "VOIDING":
      return mayApprove && isForSecondPerson(refund) ? ["void", "keep"] : ["keep"];
    case "DECLINED":
    case "WITHDRAWN":
    case "VOIDED":
      return [];
  }
}

/** Whether the viewer would be the second person. */
function isForSecondPerson({ state, isOwn, voidProposed }: ManualRefundView): boolean {
  if (state === "VOIDING") return voidProposed?.isOwn !== true;
  return state === "WAITING" && !isOwn;
}

/** Why a step was not done; what was done is shown by the state. */
export function StepNotice({ outcome }: { outcome: ShownStepOutcome }) {
  const t = useTranslations("manualRefunds");
  switch (outcome.kind) {
    case "done":
      return null;
    case "invalid":
      return outcome.fault === "incomplete" ? (
        <Notice tone="danger" role="alert" title={t("notDone.incomplete")} />
      ) : null;
    case "changed":
      return (
        <Notice
          tone="warning"
          role="alert"
          title={t("changed", { state: outcome.state, person: outcome.by ?? "" })}
        />
      );
    case "above_limit":
      return (
        <Notice tone="danger" role="alert" title={t("aboveConfirmLimit.title")}>
          <p>{t("aboveConfirmLimit.body", { limit: displayAmount(outcome.limit, outcome.currency) })}</p>
        </Notice>
      );
    case "own":
    case "not_own":
    case "not_found":
    case "forbidden":
    case "cut_off":
      return <Notice tone="danger" role="alert" title={t(`notDone.${outcome.kind}`)} />;
    case "signed_out":
      return <SignedOut />;
  }
}
