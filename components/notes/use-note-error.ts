"use client";

import { useTranslations } from "use-intl/react";
import { MAX_MENTIONS, MAX_NOTE_LENGTH, type NoteOutcome } from "@/lib/notes/note-views";

/** Why a note was not stored or deleted; undefined when it was. `lost`: the response did not arrive. */
export function useNoteError(outcome: NoteOutcome | "lost" | null): string | undefined {
  const t = useTranslations("notes");
  if (outcome === null) return undefined;
  if (outcome === "lost") return t("error.lost");
  switch (outcome.kind) {
    case "done":
      return undefined;
    case "invalid":
      return t(`error.${outcome.fault}`, {
        max: outcome.fault === "too_long" ? MAX_NOTE_LENGTH : MAX_MENTIONS,
      });
    case "too_many":
      return t("error.too_many", { max: outcome.max });
    case "not_found":
    case "changed":
    case "forbidden":
    case "signed_out":
      return t(`error.${outcome.kind}`);
  }
}
