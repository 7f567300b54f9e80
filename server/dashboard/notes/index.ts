/** Exports of notes for other subjects. */
export { addNotes, type WithNotes } from "./queries/with-notes";
