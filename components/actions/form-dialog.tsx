"use client";

import type { ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import type { ActionNotDone, OpsFault } from "@/lib/ops-outcomes";
import { ActionNotice } from "./action-notice";
import { DialogForm } from "./dialog-form";
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
  /** Where the outcome can be seen, beside the notice. */
  elsewhere?: (undone: ActionNotDone) => ReactNode;
  onDone: (value: T) => void;
  onClose: () => void;
  /** Its width, where the form needs another. */
  className?: string;
  children: ReactNode;
};

/** A form for an action. It stays open until the outcome is known, and keeps its input. */
export function FormDialog<I, T>(props: FormDialogProps<I, T>) {
  const { title, keep, confirm, action, fields, className } = props;
  const common = useTranslations("common");
  const { outcome, isSending } = action;
  const undone = outcome === null || outcome.kind === "done" ? null : outcome;
  const canTry = undone === null || undone.kind === "not_sent" || undone.kind === "refused";

  const submit = async (form: HTMLFormElement): Promise<void> => {
    const input = props.input();
    if (input === null) {
      // The field shows its error once it is rendered.
      requestAnimationFrame(() => form.querySelector<HTMLElement>("[aria-invalid=true]")?.focus());
      return;
    }
    if (!canTry) return;
    const answered = await action.send(input);
    if (answered?.kind === "done") props.onDone(answered.value);
  };
  return (
    <DialogForm
      title={title}
      keep={canTry ? keep : common("close")}
      confirm={canTry ? confirm : null}
      isSending={isSending}
      onSubmit={(form) => void submit(form)}
      onClose={props.onClose}
      className={className}
    >
      {props.children}
      <OutcomePlace outcome={undone}>
        {undone !== null && (
          <ActionNotice
            outcome={undone}
            whenUnknown={props.whenUnknown}
            isAtField={({ field }) => fields.some((name) => isIn(field, name))}
            actions={props.elsewhere?.(undone)}
          />
        )}
      </OutcomePlace>
    </DialogForm>
  );
}

function isIn(field: string, name: string): boolean {
  return field === name || field.startsWith(`${name}.`);
}

/** The service's error for a field; undefined if there is none. */
export function faultOf<I, T>({ outcome }: ActionState<I, T>, name: string): string | undefined {
  const faults: readonly OpsFault[] = outcome?.kind === "refused" ? outcome.faults : [];
  return faults.find(({ field }) => isIn(field, name))?.text;
}
