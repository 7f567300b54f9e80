import { createHash, createHmac } from "node:crypto";
import { HEADERS, hashInput, opsSigningInput } from "@/lib/contract/canonical";
import { HASH_SEPARATOR, isStorableText } from "@/lib/text";

export type Credentials = { apiKey: string; apiSalt: string };

/** Thrown before anything is sent: a caller let a value through that must not be signed (D1). A bug, not an outcome. */
export class UnsignableValueError extends Error {
  constructor() {
    super("a value to be signed is empty, or holds |, NUL or a lone surrogate");
  }
}

/** Whether a value may stand in a hash: the parts are joined by `|` without escaping (D1, failure 16). */
export function isSignable(value: string): boolean {
  return value !== "" && !value.includes(HASH_SEPARATOR) && isStorableText(value);
}

/** The headers of section 5 over the very strings that stand in the body. */
export function signatureHeaders(
  credentials: Credentials,
  hashedValues: readonly string[],
): Record<string, string> {
  if (!hashedValues.every(isSignable)) throw new UnsignableValueError();
  const input = hashInput(credentials.apiKey, hashedValues, credentials.apiSalt);
  return {
    [HEADERS.apiKey]: credentials.apiKey,
    [HEADERS.hash]: sha256Hex(input),
  };
}

/** The headers of the ops extension (design, section 4): HMAC-SHA256 under the salt, in lowercase hexadecimal. */
export function opsSignatureHeaders(
  credentials: Credentials,
  request: { method: string; path: string; body: string; at: Date },
): Record<string, string> {
  const timestampSeconds = Math.floor(request.at.getTime() / 1000).toString();
  const input = opsSigningInput({
    timestampSeconds,
    method: request.method,
    path: request.path,
    bodySha256Hex: sha256Hex(request.body),
  });
  return {
    [HEADERS.apiKey]: credentials.apiKey,
    [HEADERS.opsTimestamp]: timestampSeconds,
    [HEADERS.opsSignature]: createHmac("sha256", credentials.apiSalt).update(input, "utf8").digest("hex"),
  };
}

function sha256Hex(text: string): string {
  return createHash("sha256").update(text, "utf8").digest("hex");
}
