import { z } from "zod";
import { NOTE_SUBJECTS } from "@/lib/notes/note-views";

/** More than a text field accepts: the length is checked in code points afterwards. */
const MAX_TEXT = 10_000;

const noteIdSchema = z.uuid().transform((text) => text.toLowerCase());
export const noteSubjectSchema = z.object({ kind: z.enum(NOTE_SUBJECTS), id: z.string().min(1).max(255) });
const mentionsSchema = z.array(z.uuid()).max(200);

/** A server action can be called with anything. */
export const addNoteSchema = z.object({
  noteId: noteIdSchema,
  subject: noteSubjectSchema,
  text: z.string().max(MAX_TEXT),
  mentions: mentionsSchema,
});
export const editNoteSchema = z.object({
  noteId: noteIdSchema,
  text: z.string().max(MAX_TEXT),
  mentions: mentionsSchema,
  version: z.number().int().positive(),
});
export const deleteNoteSchema = z.object({ noteId: noteIdSchema });
