import { translator } from "@/components/i18n/server";
import { noteSubjectPath } from "@/lib/notes/note-subject-path";
import { NoteText } from "@/components/notes/note-text";
import { Link } from "@/components/ui/link";
import { Time } from "@/components/ui/time";
import type { ListedNote } from "@/lib/notes/note-views";

/** Notes on anything, each with a link to where it was written. */
export async function NoteList({ notes }: { notes: readonly ListedNote[] }) {
  const t = await translator("notes");
  return (
    <ol
      aria-label={t("list.label")}
      className="divide-y divide-line rounded-lg border border-line bg-surface"
    >
      {notes.map(({ noteId, author, subject, text, parts, createdAt }) => (
        <li key={noteId} className="px-4 py-3 sm:px-5">
          <div className="mb-0.5 flex flex-wrap items-baseline justify-between gap-x-4">
            <p className="min-w-0 text-sm wrap-anywhere">
              <bdi className="font-medium">{author}</bdi>
              {" · "}
              <Link
                href={`${noteSubjectPath(subject)}#note-${noteId}`}
                className="text-accent underline underline-offset-2"
              >
                {t(`list.subject.${subject.kind}`, { id: subject.id })}
              </Link>
            </p>
            <span className="text-xs text-ink-muted">
              <Time iso={createdAt} />
            </span>
          </div>
          {text !== null && <NoteText parts={parts} />}
        </li>
      ))}
    </ol>
  );
}
