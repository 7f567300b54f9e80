import type { UnaskableFault } from "@/lib/payments/payment-view";
import {
  codePointLength,
  HASH_SEPARATOR,
  isBlank,
  isStorableText,
  MAX_REFERENCE_CODE_POINTS,
} from "@/lib/text";

/**
 * Why a merchant reference or an id cannot be looked up; null when it can. It is used exactly as typed: trimming it
 * could find another payment (decision 0024).
 */
export function unaskable(text: string): UnaskableFault | null {
  if (isBlank(text)) return "blank";
  if (codePointLength(text) > MAX_REFERENCE_CODE_POINTS) return "too_long";
  if (text.includes(HASH_SEPARATOR)) return "separator";
  return isStorableText(text) ? null : "unstorable";
}

/** The message for {@link unaskable}. */
export function identifierFault(text: string, name: string): string | null {
  switch (unaskable(text)) {
    case "blank":
      return `Enter a ${name}.`;
    case "too_long":
      return `A ${name} has at most ${MAX_REFERENCE_CODE_POINTS} characters.`;
    case "separator":
      return `A ${name} cannot contain "${HASH_SEPARATOR}".`;
    case "unstorable":
      return `This ${name} contains characters that cannot be sent.`;
    case null:
      return null;
  }
}
