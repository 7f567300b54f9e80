import { translator } from "@/components/i18n/server";
import type { Ctx } from "@/server/dashboard/context";
import { searchNotes } from "@/server/dashboard/notes/queries/search-notes";
import { NoteList } from "../../_components/notes/note-list";

type FoundNotesProps = { ctx: Ctx; text: string };

/** The notes that have the words of a text which is no reference of a payment. */
export async function FoundNotes({ ctx, text }: FoundNotesProps) {
  const notes = await searchNotes(ctx, text);
  if (notes.length === 0) return null;
  const t = await translator("notes");
  return (
    <section className="mt-6 max-w-4xl">
      <h2 className="mb-2 text-base font-semibold">{t("list.found")}</h2>
      <NoteList notes={notes} />
    </section>
  );
}
