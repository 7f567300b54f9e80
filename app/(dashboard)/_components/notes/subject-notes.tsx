import { Messages } from "@/components/i18n/messages";
import { QueryProvider } from "@/components/live/query-provider";
import { NotesPanel } from "@/components/notes/notes-panel";
import type { NoteSubject } from "@/lib/notes/note-views";
import type { Ctx } from "@/server/dashboard/context";
import { listNotes } from "@/server/dashboard/notes/queries/list-notes";
import { noteActions } from "./note-actions";

/** The notes of a page that is rendered on the server. */
export async function SubjectNotes({
  ctx,
  subject,
  isFolded = false,
}: {
  ctx: Ctx;
  subject: NoteSubject;
  isFolded?: boolean;
}) {
  const initial = await listNotes(ctx, subject);
  return (
    <Messages areas={["notes"]}>
      <QueryProvider>
        <NotesPanel subject={subject} initial={initial} actions={noteActions} isFolded={isFolded} />
      </QueryProvider>
    </Messages>
  );
}
