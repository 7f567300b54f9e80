import { noteSubjectSchema } from "@/server/dashboard/notes/commands/note-input";
import { listPeopleToMention } from "@/server/dashboard/notes/queries/list-notes";
import { respondWithQuery } from "../../_response";

/** The people that a note about a `kind` of subject can mention. */
export async function GET(request: Request): Promise<Response> {
  const kind = noteSubjectSchema.shape.kind.safeParse(new URL(request.url).searchParams.get("kind"));
  if (!kind.success) return Response.json({ kind: "invalid" }, { status: 400 });
  return respondWithQuery((ctx) => listPeopleToMention(ctx, kind.data));
}
