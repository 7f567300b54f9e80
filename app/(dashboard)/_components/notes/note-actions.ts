import type { NoteActions } from "@/components/notes/note-actions";
import { addNoteAction, deleteNoteAction, editNoteAction } from "./actions";

/** Gives their actions to the components of notes, which are below the pages and know no server action. */
export const noteActions: NoteActions = {
  add: addNoteAction,
  edit: editNoteAction,
  remove: deleteNoteAction,
};
