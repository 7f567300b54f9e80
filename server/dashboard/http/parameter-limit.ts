import type { IncomingHttpHeaders } from "node:http";
import { MAX_PARAMETERS, parametersOf } from "@/server/platform/query-parameters";

/** Whether a body is a form of more fields than a query may have parameters. Its bytes are counted, not parsed. */
export function hasTooManyFields({ "content-type": type = "" }: IncomingHttpHeaders, body: Buffer): boolean {
  const kind = type.trimStart().toLowerCase();
  if (kind.startsWith("application/x-www-form-urlencoded")) {
    return parametersOf(body.toString("latin1")) > MAX_PARAMETERS;
  }
  // Each part of a form has this header, in any case.
  if (!kind.startsWith("multipart/form-data")) return false;
  return body.toString("latin1").toLowerCase().split("content-disposition").length - 1 > MAX_PARAMETERS;
}
