"use client";

import type { ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import { ActionNotice } from "./action-notice";
import { ConfirmDialog } from "./confirm-dialog";
import { OutcomePlace } from "./outcome-place";
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
  const { action, keep, confirm, tone = "primary", canConfirm = true } = props;
  const common = useTranslations("common");
  const { outcome, isSending } = action;
  const undone = outcome === null || outcome.kind === "done" ? null : outcome;
  const confirmed = async (): Promise<void> => {
    const answered = await action.send(props.input);
    if (answered?.kind === "done") props.onDone(answered.value);
  };

  // Nothing has happened after "not sent", so the same action stays available.
  const canTry = undone === null || undone.kind === "not_sent";
  return (
    <ConfirmDialog
      title={props.title}
      keep={canTry ? keep : common("close")}
      confirm={canTry ? confirm : null}
      tone={tone}
      isSending={isSending}
      canConfirm={canConfirm}
      outcome={
        <OutcomePlace outcome={undone} className="mt-4">
          {undone !== null && <ActionNotice outcome={undone} whenUnknown={props.whenUnknown} />}
        </OutcomePlace>
      }
      onKeep={props.onClose}
      onConfirm={() => void confirmed()}
    >
      {props.children}
    </ConfirmDialog>
  );
}
