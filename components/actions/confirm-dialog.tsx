"use client";

import { useId, type ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Dialog, DialogButtons } from "@/components/ui/dialog";

type ConfirmDialogProps = {
  title: string;
  /** What the action means; read out with the title. */
  children: ReactNode;
  keep: string;
  /** Null when it cannot be confirmed any more. */
  confirm: string | null;
  tone?: "primary" | "danger";
  isSending?: boolean;
  canConfirm?: boolean;
  /** What came of it, if the dialog stays open. */
  outcome?: ReactNode;
  onKeep: () => void;
  onConfirm: () => void;
};

/** Asks before an action. The button that changes nothing has the initial focus, so that Enter alone confirms nothing. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, children, keep, confirm, tone = "danger", isSending = false, canConfirm = true } = props;
  const meaningId = useId();
  return (
    <Dialog
      role="alertdialog"
      title={title}
      describedBy={meaningId}
      onDismiss={props.onKeep}
      canDismiss={!isSending}
    >
      <div id={meaningId} className="space-y-3">
        {children}
      </div>
      {props.outcome}
      <DialogButtons>
        <Button data-initial-focus disabled={isSending} onClick={props.onKeep}>
          {keep}
        </Button>
        {confirm !== null && (
          <Button variant={tone} busy={isSending} disabled={!canConfirm} onClick={props.onConfirm}>
            {confirm}
          </Button>
        )}
      </DialogButtons>
    </Dialog>
  );
}
