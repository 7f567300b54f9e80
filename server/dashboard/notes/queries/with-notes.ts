import { roleAllows } from "@/lib/can";
import { NOTE_SUBJECTS } from "@/lib/notes/note-views";
import type { Ctx } from "../../context";
import { VIEW_PERMISSIONS } from "../domain/note";
import { type ExportedKind, listNoteTexts } from "../store/notes";

/** A row of an export with the notes on its record, in one text; null without any. */
export type WithNotes<Row> = { row: Row; notes: string | null };

/** A cell of an XLSX file holds 32,767 characters. */
const MAX_CHARACTERS = 32_000;

/** Adds to each exported row the notes on its record that the viewer may see, oldest first, with time and author. */
export async function addNotes<Row>(
  ctx: Ctx,
  kind: ExportedKind,
  rows: readonly Row[],
  /**
   * The ids of a row's record, for a refund also of its attempt and approval, for a run also of its approvals; null
   * where there is none.
   */
  idsOf: (row: Row) => readonly (string | null)[],
): Promise<WithNotes<Row>[]> {
  const ids = rows.flatMap((row) => idsOf(row).filter((id) => id !== null));
  const about = NOTE_SUBJECTS.filter((each) => roleAllows(ctx.actor.role, VIEW_PERMISSIONS[each]));
  const found = ids.length === 0 ? [] : await listNoteTexts(ctx.pool, kind, { ids, about });
  const texts = new Map<string, { at: number; line: string }[]>();
  for (const { of, author, text, createdAt } of found) {
    const line = `${createdAt.toISOString()} ${author}: ${text}`;
    texts.set(of, [...(texts.get(of) ?? []), { at: createdAt.getTime(), line }]);
  }
  return rows.map((row) => {
    const lines = idsOf(row).flatMap((id) => texts.get(id ?? "") ?? []);
    return { row, notes: joined(lines.toSorted((a, b) => a.at - b.at).map(({ line }) => line)) };
  });
}

/** The newest notes when all are too long for a cell. */
function joined(lines: readonly string[]): string | null {
  if (lines.length === 0) return null;
  let text = "";
  for (const line of lines.toReversed()) {
    const longer = text === "" ? line : `${line}\n${text}`;
    if (longer.length > MAX_CHARACTERS) return `…\n${text}`;
    text = longer;
  }
  return text;
}
