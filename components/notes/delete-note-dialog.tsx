"use client";

import { useTranslations } from "use-intl/react";
import { ConfirmDialog } from "@/components/actions/confirm-dialog";
import { CUT_OFF, useSend } from "@/components/actions/use-send";
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
  const { sending, outcome, send } = useSend(remove, CUT_OFF, ({ kind }) => {
    if (kind === "done") onDeleted();
  });
  const error = useNoteError(outcome);

  return (
    <ConfirmDialog
      title={t("delete.title")}
      keep={t("delete.keep")}
      confirm={t("delete.confirm")}
      isSending={sending !== null}
      outcome={
        error !== undefined && (
          <p role="alert" className="mt-3 text-sm text-danger">
            {error}
          </p>
        )
      }
      onKeep={onClose}
      onConfirm={() => void send({ noteId })}
    >
      <p>{t("delete.meaning")}</p>
    </ConfirmDialog>
  );
}
