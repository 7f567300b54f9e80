"use client";

import { type ReactNode, useState } from "react";
import { useTranslations } from "use-intl/react";
import { ActionNotice } from "@/components/actions/action-notice";
import { Button, buttonClass } from "@/components/ui/button";
import { TextAreaField } from "@/components/ui/controls";
import { Dialog, DialogButtons } from "@/components/ui/dialog";
import { Link } from "@/components/ui/link";
import type { ActionNotDone } from "@/lib/ops-outcomes";
import type { RuleChanges } from "@/lib/rules/changes";
import { ChangesView } from "./changes-view";

type DraftDialogProps = {
  title: string;
  body: ReactNode;
  noteHint: string;
  /** The button that goes on with the draft, and the one that goes back to it. */
  confirm: string;
  keep: string;
  changes: RuleChanges;
  isSending: boolean;
  /** Null before an outcome, and after one that is not shown here. */
  undone: ActionNotDone | null;
  whenUnknown: string;
  /** Where the outcome can be seen, beside the notice. */
  elsewhere: { href: string; label: string } | null;
  onConfirm: (note: string) => void;
  onClose: () => void;
};

/** What can be done with a draft: shows its changes, has a field for a note, and stays open until the outcome is known. */
export function DraftDialog(props: DraftDialogProps) {
  const { changes, isSending, undone, elsewhere, onClose } = props;
  const t = useTranslations("rules");
  const common = useTranslations("common");
  const [note, setNote] = useState("");
  const canTry = undone === null || undone.kind === "not_sent" || undone.kind === "refused";
  const noteFault =
    undone?.kind === "refused" ? undone.faults.find(({ field }) => field === "note") : undefined;
  return (
    <Dialog title={props.title} onDismiss={onClose} canDismiss={!isSending} className="sm:max-w-xl">
      <div className="space-y-4">
        <p>{props.body}</p>
        <section
          aria-label={t("changes.title")}
          className="max-h-72 overflow-y-auto rounded border border-line p-3"
          tabIndex={0}
        >
          <ChangesView changes={changes} />
        </section>
        <TextAreaField
          label={t("save.note")}
          hint={props.noteHint}
          rows={2}
          dir="auto"
          value={note}
          error={noteFault?.text}
          onChange={({ target }) => setNote(target.value)}
        />
        {undone !== null && (
          <ActionNotice
            outcome={undone}
            whenUnknown={props.whenUnknown}
            isAtField={({ field }) => field === "note"}
            actions={
              elsewhere !== null && (
                <Link href={elsewhere.href} className={buttonClass("secondary", "sm")}>
                  {elsewhere.label}
                </Link>
              )
            }
          />
        )}
      </div>
      <DialogButtons>
        <Button disabled={isSending} onClick={onClose}>
          {canTry ? props.keep : common("close")}
        </Button>
        {canTry && (
          <Button variant="primary" busy={isSending} onClick={() => props.onConfirm(note)}>
            {props.confirm}
          </Button>
        )}
      </DialogButtons>
    </Dialog>
  );
}
