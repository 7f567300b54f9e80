"use client";

import { useId } from "react";
import { Button } from "@/components/ui/button";
import { Dialog, DialogButtons } from "@/components/ui/dialog";

/** Confirms an action that cannot be undone; the button that cancels has initial focus. */
export function ConfirmDialog(props: {
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
