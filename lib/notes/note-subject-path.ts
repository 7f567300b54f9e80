import { paths } from "../paths";
import type { NoteSubject } from "./note-views";

/** The page that shows the notes of a subject. */
export function noteSubjectPath({ kind, id }: NoteSubject): string {
  switch (kind) {
    case "payment":
      return paths.payment(id);
    case "refund":
      return paths.refund(id);
    case "refund_intent":
      return paths.refundIntent(id);
    case "approval":
      return paths.approval(id);
    case "bulk_run":
      return paths.bulkRun(id);
  }
}
