"use client";

import { useRef, useState, type SyntheticEvent } from "react";
import { useTranslations } from "use-intl/react";
import { CUT_OFF, useSend } from "@/components/actions/use-send";
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
  /** What an empty form says in its only line. */
  invitation?: string;
};

/** The length from which on the form says how many characters are left. */
const COUNTED_FROM = MAX_NOTE_LENGTH - 200;

/** Writes a note, or edits one. What is typed stays until it is certainly stored. */
export function NoteForm(props: NoteFormProps) {
  const {
    about,
    label,
    submit,
    initialText = "",
    mentioned = [],
    send,
    onDone,
    onCancel,
    invitation,
  } = props;
  const t = useTranslations("notes");
  const [text, setText] = useState(initialText);
  const field = useRef<HTMLTextAreaElement>(null);
  const { people, load } = usePeopleToMention(about, text.includes("@"));
  const left = MAX_NOTE_LENGTH - codePointLength(text.trim());
  const {
    sending,
    outcome,
    send: submitText,
  } = useSend(
    async (typed: string) => {
      const known = [...mentioned, ...(typed.includes("@") ? await load() : [])];
      return send(typed, [...new Set(mentionsIn(typed, known).map(({ personId }) => personId))]);
    },
    CUT_OFF,
    ({ kind }, typed) => {
      if (kind !== "done") return field.current?.focus();
      // What was typed while it was sent stays.
      setText((current) => (current.startsWith(typed) ? current.slice(typed.length).trimStart() : current));
      if (invitation !== undefined) field.current?.focus();
      onDone();
    },
  );
  const isSending = sending !== null;
  const error = useNoteError(outcome);

  return (
    <form
      noValidate
      onSubmit={(event: SyntheticEvent) => {
        event.preventDefault();
        void submitText(text);
      }}
      className="space-y-2"
    >
      <MentionField
        label={label}
        hint={left < MAX_NOTE_LENGTH - COUNTED_FROM ? t("left", { n: left }) : t("hint")}
        error={outcome?.kind === "signed_out" ? undefined : error}
        value={text}
        people={people}
        // A new note leaves the form open for what is typed meanwhile; an edited one closes it.
        isReadOnly={isSending && onCancel !== undefined}
        onChange={setText}
        onSubmit={() => void submitText(text)}
        {...(onCancel !== undefined && { onEscape: onCancel })}
        fieldRef={field}
        invitation={invitation}
      />
      {outcome?.kind === "signed_out" && <SignedOut />}
      <div className="flex flex-wrap justify-end gap-2" hidden={invitation !== undefined && text === ""}>
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
