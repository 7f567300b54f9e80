"use client";

import { useTranslations } from "use-intl/react";
import type { CutOff } from "@/components/actions/use-send";
import {
  MAX_MENTIONS,
  MAX_MENTIONS_OF_HOUR,
  MAX_NOTE_LENGTH,
  type NoteFault,
  type NoteOutcome,
} from "@/lib/notes/note-views";

const LIMITS: Partial<Record<NoteFault, number>> = {
  too_long: MAX_NOTE_LENGTH,
  too_many_mentions: MAX_MENTIONS,
  too_many_mentions_of_hour: MAX_MENTIONS_OF_HOUR,
};

/** Why a note was not stored or deleted; undefined when it was. */
export function useNoteError(outcome: NoteOutcome | CutOff | null): string | undefined {
  const t = useTranslations("notes");
  if (outcome === null) return undefined;
  switch (outcome.kind) {
    case "done":
      return undefined;
    case "invalid":
      return t(`error.${outcome.fault}`, { max: LIMITS[outcome.fault] ?? 0 });
    case "too_many":
      return t("error.too_many", { max: outcome.max });
    case "cut_off":
    case "not_found":
    case "changed":
    case "forbidden":
    case "signed_out":
      return t(`error.${outcome.kind}`);
  }
}
