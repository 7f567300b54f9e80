import type { BulkFault } from "@/lib/bulk";

/** A long number as spreadsheets show and save it: 1.23457E+15. Only few payments can have such a reference themselves. */
const SHORTENED = /^[0-9](?:[.,][0-9]{1,15})?E\+[0-9]{1,3}$/iu;

/** No payment has the reference. */
export function notFound(reference: string): BulkFault {
  return SHORTENED.test(reference.trim()) ? { kind: "not_found", isShortened: true } : { kind: "not_found" };
}
