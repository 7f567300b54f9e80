"use server";

import type { AddNoteInput, DeleteNoteInput, EditNoteInput, NoteOutcome } from "@/lib/notes/note-views";
import { currentCtx } from "@/server/dashboard/context";
import { addNote } from "@/server/dashboard/notes/commands/add-note";
import { deleteNote } from "@/server/dashboard/notes/commands/delete-note";
import { editNote } from "@/server/dashboard/notes/commands/edit-note";

export async function addNoteAction(input: AddNoteInput): Promise<NoteOutcome> {
  const ctx = await currentCtx();
  return ctx === null ? { kind: "signed_out" } : addNote(ctx, input);
}

export async function editNoteAction(input: EditNoteInput): Promise<NoteOutcome> {
  const ctx = await currentCtx();
  return ctx === null ? { kind: "signed_out" } : editNote(ctx, input);
}

export async function deleteNoteAction(input: DeleteNoteInput): Promise<NoteOutcome> {
  const ctx = await currentCtx();
  return ctx === null ? { kind: "signed_out" } : deleteNote(ctx, input);
}
