"use client";

import { useEffect, useId, useRef, type ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import { Button } from "@/components/ui/button";
import { Dialog, DialogButtons } from "@/components/ui/dialog";
import { ActionNotice } from "./action-notice";
import type { ActionState } from "./use-action";

type ConfirmActionProps<I, T> = {
  title: string;
  /** What the action means; read out with the title. */
  children: ReactNode;
  keep: string;
  confirm: string;
  tone?: "primary" | "danger";
  action: ActionState<I, T>;
  input: I;
  /** False until the confirmation text is typed. */
  canConfirm?: boolean;
  whenUnknown: ReactNode;
  onDone: (value: T) => void;
  onClose: () => void;
};

/** Confirms an action, and stays open until its outcome is known. */
export function ConfirmAction<I, T>(props: ConfirmActionProps<I, T>) {
  const { title, children, keep, confirm, tone = "primary", action, input, canConfirm = true } = props;
  const common = useTranslations("common");
  const meaningId = useId();
  const place = useRef<HTMLDivElement>(null);
  const { outcome, isSending } = action;
  const undone = outcome === null || outcome.kind === "done" ? null : outcome;

  // The pressed button may be gone, so focus moves to the outcome.
  useEffect(() => {
    if (undone !== null) place.current?.focus();
  }, [undone]);

  const confirmed = async (): Promise<void> => {
    if (!canConfirm) return;
    const answered = await action.send(input);
    if (answered?.kind === "done") props.onDone(answered.value);
  };

  // Nothing has happened after "not sent", so the same action stays available.
  const canTry = undone === null || undone.kind === "not_sent";
  return (
    <Dialog
      role="alertdialog"
      title={title}
      describedBy={meaningId}
      onDismiss={props.onClose}
      canDismiss={!isSending}
    >
      <div id={meaningId} className="space-y-3">
        {children}
      </div>
      {undone !== null && (
        <div ref={place} tabIndex={-1} className="mt-4 outline-none">
          <ActionNotice outcome={undone} whenUnknown={props.whenUnknown} />
        </div>
      )}
      <DialogButtons>
        <Button data-initial-focus disabled={isSending} onClick={props.onClose}>
          {canTry ? keep : common("close")}
        </Button>
        {canTry && (
          <Button variant={tone} busy={isSending} disabled={!canConfirm} onClick={confirmed}>
            {confirm}
          </Button>
        )}
      </DialogButtons>
    </Dialog>
  );
}
