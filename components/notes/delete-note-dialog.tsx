"use client";

import { useId, useRef, useState } from "react";
import { useTranslations } from "use-intl/react";
import { Button } from "@/components/ui/button";
import { Dialog, DialogButtons } from "@/components/ui/dialog";
import type { NoteOutcome } from "@/lib/notes/note-views";
import type { NoteActions } from "./note-actions";
import { useNoteError } from "./use-note-error";

type DeleteNoteDialogProps = {
  noteId: string;
  remove: NoteActions["remove"];
  onClose: () => void;
  onDeleted: () => void;
};

/** Confirms the deletion of a note: its text cannot be brought back. */
export function DeleteNoteDialog({ noteId, remove, onClose, onDeleted }: DeleteNoteDialogProps) {
  const t = useTranslations("notes");
  const meaningId = useId();
  const [isSending, setIsSending] = useState(false);
  const [outcome, setOutcome] = useState<NoteOutcome | "lost" | null>(null);
  const isPending = useRef(false);
  const error = useNoteError(outcome);

  const confirm = async (): Promise<void> => {
    if (isPending.current) return;
    isPending.current = true;
    setIsSending(true);
    const answered = await remove({ noteId }).catch(() => "lost" as const);
    isPending.current = false;
    setIsSending(false);
    if (answered !== "lost" && answered.kind === "done") onDeleted();
    else setOutcome(answered);
  };

  return (
    <Dialog
      role="alertdialog"
      title={t("delete.title")}
      describedBy={meaningId}
      onDismiss={onClose}
      canDismiss={!isSending}
    >
      <p id={meaningId}>{t("delete.meaning")}</p>
      {error !== undefined && (
        <p role="alert" className="mt-3 text-sm text-danger">
          {error}
        </p>
      )}
      <DialogButtons>
        <Button data-initial-focus disabled={isSending} onClick={onClose}>
          {t("delete.keep")}
        </Button>
        <Button variant="danger" busy={isSending} onClick={() => void confirm()}>
          {t("delete.confirm")}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
