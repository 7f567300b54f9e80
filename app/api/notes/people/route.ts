import { listPeopleToMention } from "@/server/dashboard/notes/queries/list-notes";
import { answerQuery } from "../../_answer";

/** The people that a note can mention. */
export async function GET(): Promise<Response> {
  return answerQuery(listPeopleToMention);
}
