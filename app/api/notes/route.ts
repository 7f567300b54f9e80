import { noteSubjectSchema } from "@/server/dashboard/notes/commands/note-input";
import { listNotes } from "@/server/dashboard/notes/queries/list-notes";
import { respondWithQuery } from "../_response";

/** The notes of one subject: `kind` and `id`. */
export async function GET(request: Request): Promise<Response> {
  const { searchParams } = new URL(request.url);
  const subject = noteSubjectSchema.safeParse(Object.fromEntries(searchParams));
  if (!subject.success) return Response.json({ kind: "invalid" }, { status: 400 });
  return respondWithQuery((ctx) => listNotes(ctx, subject.data));
}
