"use client";

import type { ReactNode, SubmitEvent } from "react";
import { Button } from "@/components/ui/button";
import { Dialog, DialogButtons } from "@/components/ui/dialog";

type DialogFormProps = {
  title: string;
  keep: string;
  /** Null when it cannot be sent any more. */
  confirm: string | null;
  isSending: boolean;
  /** Called with what is in the fields; not while a date or time is only partly typed. */
  onSubmit: (form: HTMLFormElement) => void;
  onClose: () => void;
  /** A button apart from the two, at the start of their row. */
  other?: ReactNode;
  /** Its width, where the form needs another. */
  className?: string | undefined;
  children: ReactNode;
};

/** A dialog with fields and two buttons. While it is sent, it stays. */
export function DialogForm(props: DialogFormProps) {
  const { title, isSending, onClose, className = "max-w-lg" } = props;
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (!hasUnfinished(event.currentTarget)) props.onSubmit(event.currentTarget);
  };
  return (
    <Dialog title={title} onDismiss={onClose} canDismiss={!isSending} className={className}>
      <form noValidate autoComplete="off" onSubmit={submit}>
        <div className="space-y-4">{props.children}</div>
        <DialogButtons>
          {props.other}
          <Button disabled={isSending} onClick={onClose}>
            {props.keep}
          </Button>
          {props.confirm !== null && (
            <Button type="submit" variant="primary" busy={isSending}>
              {props.confirm}
            </Button>
          )}
        </DialogButtons>
      </form>
    </Dialog>
  );
}

/**
 * Whether a date or time is only partly typed. Its value is then empty, which would be sent as if nothing had been
 * typed. The browser names the field.
 */
function hasUnfinished(form: HTMLFormElement): boolean {
  const unfinished = [...form.elements].find(
    (control) => control instanceof HTMLInputElement && control.validity.badInput,
  );
  return unfinished instanceof HTMLInputElement && !unfinished.reportValidity();
}
