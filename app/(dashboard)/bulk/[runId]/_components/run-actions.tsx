"use client";

import { useEffect, useState, useId } from "react";
import { useTranslations } from "use-intl/react";
import {
  discardBulkAction,
  pauseBulkAction,
  resumeBulkAction,
  stopBulkAction,
} from "@/app/(dashboard)/bulk/actions";
import { Button } from "@/components/ui/button";
import { keepFocus } from "@/components/ui/keep-focus";
import { useRouter } from "@/components/ui/use-router";
import type { BulkRunView, SteerBulkOutcome } from "@/lib/bulk";
import { displayAmount } from "@/lib/money";
import { OutcomeNotice } from "./outcome-notice";
import type { RunOutcome } from "./run-outcome";
import { StartDialog } from "./start-dialog";
import { Dialog, DialogButtons } from "@/components/ui/dialog";

type Permission = "start" | "stop" | "discard";

/** The actions available on a run. The outcome stays on the page. */
export function RunActions({
  run,
  sign,
  isApprovalNeeded,
}: {
  run: BulkRunView;
  sign: string;
  isApprovalNeeded: boolean;
}) {
  const t = useTranslations("bulk");
  const router = useRouter();
  const [asking, setAsking] = useState<Permission | null>(null);
  const [isSending, setIsSending] = useState(false);
  const [outcome, setOutcome] = useState<RunOutcome | null>(null);
  const { state } = run;

  // The pressed button is gone with the state that offered it.
  useEffect(() => {
    if (outcome !== null) keepFocus();
  }, [state, outcome]);

  const finish = (answered: RunOutcome): void => {
    setAsking(null);
    setOutcome(answered);
    router.refresh();
  };
  const steer = async (action: (input: { runId: string }) => Promise<SteerBulkOutcome>): Promise<void> => {
    if (isSending) return;
    setIsSending(true);
    try {
      finish(await action({ runId: run.runId }));
    } catch {
      finish({ kind: "cut_off" });
    }
    setIsSending(false);
  };

  // Submits what the button says, so that nothing is sent without the approval that it names.
  const resume = (input: { runId: string }): Promise<SteerBulkOutcome> =>
    resumeBulkAction({ ...input, isApprovalExpected: isApprovalNeeded });

  const isBeforeStart = state === "checking" || state === "checked";
  const canStop = state === "running" || state === "paused" || state === "awaiting_approval";
  return (
    <>
      {isBeforeStart && <Button onClick={() => setAsking("discard")}>{t("action.discard")}</Button>}
      {canStop && <Button onClick={() => setAsking("stop")}>{t("action.stop")}</Button>}
      {state === "running" && (
        <Button busy={isSending} onClick={() => void steer(pauseBulkAction)}>
          {t("action.pause")}
        </Button>
      )}
      {state === "paused" && (
        <Button variant="primary" busy={isSending} onClick={() => void steer(resume)}>
          {t(isApprovalNeeded ? "start.requestApproval" : "action.resume")}
        </Button>
      )}
      {state === "checked" && run.counts.ready > 0 && (
        <Button
          variant="primary"
          // The largest sums are longer than a phone is wide.
          className="max-sm:h-auto max-sm:min-h-9 max-sm:shrink max-sm:py-1.5 max-sm:whitespace-normal"
          onClick={() => setAsking("start")}
        >
          {t(`start.button.${isApprovalNeeded ? "approval" : run.kind}`, {
            n: run.counts.ready,
            amounts: amountsOf(run),
          })}
        </Button>
      )}
      <OutcomeNotice outcome={outcome} />
      {asking === "start" && (
        <StartDialog
          run={run}
          sign={sign}
          isApprovalNeeded={isApprovalNeeded}
          onClose={() => setAsking(null)}
          onFinished={finish}
        />
      )}
      {(asking === "stop" || asking === "discard") && (
        <ConfirmDialog
          title={t(`action.${asking}Title`)}
          body={t(`action.${asking}Body`)}
          keep={t(`action.${asking}Keep`)}
          confirm={t(`action.${asking}Confirm`)}
          isSending={isSending}
          onKeep={() => setAsking(null)}
          onConfirm={() => void steer(asking === "stop" ? stopBulkAction : discardBulkAction)}
        />
      )}
    </>
  );
}

/** What would be sent, by currency; of refunds only, and not where a part of a sum is of tests. */
function amountsOf({ kind, totals }: BulkRunView): string {
  const isMixed = totals.some(({ amount, testAmount }) => testAmount !== null && testAmount !== amount);
  if (kind !== "refund" || isMixed) return "";
  return totals.map(({ amount, currency }) => `, ${displayAmount(amount, currency)}`).join("");
}

/** Confirms an action that cannot be undone; the button that cancels has initial focus. */
function ConfirmDialog(props: {
  title: string;
  body: string;
  keep: string;
  confirm: string;
  isSending: boolean;
  onKeep: () => void;
  onConfirm: () => void;
}) {
  const bodyId = useId();
  return (
    <Dialog
      role="alertdialog"
      title={props.title}
      describedBy={bodyId}
      onDismiss={props.onKeep}
      canDismiss={!props.isSending}
    >
      <p id={bodyId}>{props.body}</p>
      <DialogButtons>
        <Button data-initial-focus disabled={props.isSending} onClick={props.onKeep}>
          {props.keep}
        </Button>
        <Button variant="danger" busy={props.isSending} onClick={props.onConfirm}>
          {props.confirm}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
