import {
  codePointLength,
  HASH_SEPARATOR,
  isBlank,
  isStorableText,
  MAX_REFERENCE_CODE_POINTS,
} from "@/lib/text";

/**
 * Why a merchant reference or an id cannot be asked for, in words; null when it can. It is taken exactly as typed:
 * trimming it could find another payment (D1).
 */
export function identifierFault(text: string, name: string): string | null {
  if (isBlank(text)) return `Enter a ${name}.`;
  if (codePointLength(text) > MAX_REFERENCE_CODE_POINTS) {
    return `A ${name} has at most ${MAX_REFERENCE_CODE_POINTS} characters.`;
  }
  if (text.includes(HASH_SEPARATOR)) return `A ${name} cannot contain "${HASH_SEPARATOR}".`;
  if (!isStorableText(text)) return `This ${name} contains characters that cannot be sent.`;
  return null;
}
