import { randomUUID } from "node:crypto";
import type { NoteSubject } from "@/lib/notes/note-views";
import type { Ctx } from "@/server/dashboard/context";
import { addNote } from "@/server/dashboard/notes/commands/add-note";

export const TXN = "TXN202611250101010000001";
export const payment: NoteSubject = { kind: "payment", id: TXN };

export type NoteFields = { subject?: NoteSubject; mentions?: string[] };

/** Adds a note, on the payment unless another subject is given. Returns its id. */
export async function writeNote(
  by: Ctx,
  text: string,
  { subject = payment, mentions = [] }: NoteFields = {},
): Promise<string> {
  const outcome = await addNote(by, { noteId: randomUUID(), subject, text, mentions });
  if (outcome.kind !== "done") throw new Error(JSON.stringify(outcome));
  return outcome.noteId;
}
