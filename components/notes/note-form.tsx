"use client";

import { useRef, useState, type SyntheticEvent } from "react";
import { useTranslations } from "use-intl/react";
import { SignedOut } from "@/components/states/signed-out";
import { Button } from "@/components/ui/button";
import { mentionsIn } from "@/lib/notes/mentions";
import {
  MAX_NOTE_LENGTH,
  type MentionView,
  type NoteOutcome,
  type NoteSubjectKind,
} from "@/lib/notes/note-views";
import { codePointLength } from "@/lib/text";
import { MentionField } from "./mention-field";
import { useNoteError } from "./use-note-error";
import { usePeopleToMention } from "./use-notes";

type NoteFormProps = {
  /** What the note is about: only people who may see it can be mentioned. */
  about: NoteSubjectKind;
  label: string;
  submit: string;
  initialText?: string;
  /** People that the text mentions already, who may have been deactivated since. */
  mentioned?: readonly MentionView[];
  send: (text: string, mentions: string[]) => Promise<NoteOutcome>;
  /** Called once the note is stored and the form is empty again. */
  onDone: () => void;
  onCancel?: () => void;
};

/** The length from which on the form says how many characters are left. */
const COUNTED_FROM = MAX_NOTE_LENGTH - 200;

/** Writes a note, or edits one. What is typed stays until it is certainly stored. */
export function NoteForm(props: NoteFormProps) {
  const { about, label, submit, initialText = "", mentioned = [], send, onDone, onCancel } = props;
  const t = useTranslations("notes");
  const [text, setText] = useState(initialText);
  const [outcome, setOutcome] = useState<NoteOutcome | "lost" | null>(null);
  const [isSending, setIsSending] = useState(false);
  const isPending = useRef(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const { people, load } = usePeopleToMention(about, text.includes("@"));
  const error = useNoteError(outcome);
  const isSignedOut = outcome !== null && outcome !== "lost" && outcome.kind === "signed_out";
  const left = MAX_NOTE_LENGTH - codePointLength(text.trim());

  const sent = async (): Promise<NoteOutcome | "lost"> => {
    try {
      const known = [...mentioned, ...(text.includes("@") ? await load() : [])];
      return await send(text, [...new Set(mentionsIn(text, known).map(({ personId }) => personId))]);
    } catch {
      return "lost";
    }
  };

  const onSubmit = async (event?: SyntheticEvent): Promise<void> => {
    event?.preventDefault();
    if (isPending.current) return;
    isPending.current = true;
    setIsSending(true);
    const answered = await sent();
    isPending.current = false;
    setIsSending(false);
    if (answered !== "lost" && answered.kind === "done") {
      // What was typed while it was sent stays.
      setText((current) => (current.startsWith(text) ? current.slice(text.length).trimStart() : current));
      setOutcome(null);
      onDone();
    } else {
      setOutcome(answered);
      field.current?.focus();
    }
  };

  return (
    <form noValidate onSubmit={(event) => void onSubmit(event)} className="space-y-2">
      <MentionField
        label={label}
        hint={left < MAX_NOTE_LENGTH - COUNTED_FROM ? t("left", { n: left }) : t("hint")}
        error={isSignedOut ? undefined : error}
        value={text}
        people={people}
        // A new note leaves the form open for what is typed meanwhile; an edited one closes it.
        isReadOnly={isSending && onCancel !== undefined}
        onChange={setText}
        onSubmit={() => void onSubmit()}
        {...(onCancel !== undefined && { onEscape: onCancel })}
        fieldRef={field}
      />
      {isSignedOut && <SignedOut />}
      <div className="flex flex-wrap justify-end gap-2">
        {onCancel !== undefined && (
          <Button size="sm" disabled={isSending} onClick={onCancel}>
            {t("edit.discard")}
          </Button>
        )}
        <Button
          type="submit"
          size="sm"
          variant={onCancel === undefined ? "secondary" : "primary"}
          busy={isSending}
        >
          {submit}
        </Button>
      </div>
    </form>
  );
}
