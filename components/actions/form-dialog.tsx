"use client";

import type { ReactNode, SubmitEvent } from "react";
import { useTranslations } from "use-intl/react";
import { Button } from "@/components/ui/button";
import { Dialog, DialogButtons } from "@/components/ui/dialog";
import type { OpsFault } from "@/lib/ops-outcomes";
import { ActionNotice } from "./action-notice";
import { OutcomePlace } from "./outcome-place";
import type { ActionState } from "./use-action";

type FormDialogProps<I, T> = {
  title: string;
  keep: string;
  confirm: string;
  action: ActionState<I, T>;
  /** The form's current input; null if it is invalid and the form shows a field error. */
  input: () => I | null;
  /** Fields that show their own errors. */
  fields: readonly string[];
  whenUnknown: ReactNode;
  onDone: (value: T) => void;
  onClose: () => void;
  /** Its width, where the form needs another. */
  className?: string;
  children: ReactNode;
};

/** A form for an action. It stays open until the outcome is known, and keeps its input. */
export function FormDialog<I, T>(props: FormDialogProps<I, T>) {
  const { title, keep, confirm, action, fields, className = "max-w-lg" } = props;
  const common = useTranslations("common");
  const { outcome, isSending } = action;
  const undone = outcome === null || outcome.kind === "done" ? null : outcome;
  const canTry = undone === null || undone.kind === "not_sent" || undone.kind === "refused";

  const submit = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (hasUnfinished(event.currentTarget)) return;
    const input = props.input();
    if (input === null || !canTry) return;
    const answered = await action.send(input);
    if (answered?.kind === "done") props.onDone(answered.value);
  };
  return (
    <Dialog title={title} onDismiss={props.onClose} canDismiss={!isSending} className={className}>
      <form noValidate onSubmit={submit}>
        <div className="space-y-4">
          {props.children}
          <OutcomePlace outcome={undone}>
            {undone !== null && (
              <ActionNotice
                outcome={undone}
                whenUnknown={props.whenUnknown}
                isAtField={({ field }) => fields.some((name) => isIn(field, name))}
              />
            )}
          </OutcomePlace>
        </div>
        <DialogButtons>
          <Button disabled={isSending} onClick={props.onClose}>
            {canTry ? keep : common("close")}
          </Button>
          {canTry && (
            <Button type="submit" variant="primary" busy={isSending}>
              {confirm}
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

function isIn(field: string, name: string): boolean {
  return field === name || field.startsWith(`${name}.`);
}

/** The service's error for a field; undefined if there is none. */
export function faultOf<I, T>({ outcome }: ActionState<I, T>, name: string): string | undefined {
  const faults: readonly OpsFault[] = outcome?.kind === "refused" ? outcome.faults : [];
  return faults.find(({ field }) => isIn(field, name))?.text;
}
