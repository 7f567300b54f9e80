import { hasCardNumber } from "@/lib/card-number";
import { err, ok, type Result } from "@/lib/result";
import { codePointLength, isAcceptedText } from "@/lib/text";
import { MAX_REQUEST_TEXT, type RequestTextFault } from "@/lib/requests/request-views";

/** A note, a question or an answer, trimmed; an empty one is `missing` where one is needed. */
export function readRequestText(
  given: string,
  options: { isNeeded: boolean },
): Result<string | null, RequestTextFault> {
  const text = given.trim();
  if (text === "") return options.isNeeded ? err("missing") : ok(null);
  if (!isAcceptedText(text)) return err("characters");
  if (codePointLength(text) > MAX_REQUEST_TEXT) return err("too_long");
  // The text is in the audit log too, from which nothing can be erased.
  return hasCardNumber(text) ? err("card_number") : ok(text);
}
