import { requestReasons } from "@/server/dashboard/requests/queries/request-reasons";
import { respondWithOutcome } from "../_response";

export function GET(): Promise<Response> {
  return respondWithOutcome(requestReasons);
}
