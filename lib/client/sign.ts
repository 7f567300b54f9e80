import { HEADERS, hashInput, opsSigningInput } from "../contract/canonical";
import { HASH_SEPARATOR, isStorableText } from "../text";

/** The salt is the merchant's secret: it is never sent, and must not reach a browser (specification 5). */
type Credentials = { apiKey: string; salt: string };

/**
 * Thrown before anything is sent: a caller passed a value that must not be signed (decision 0024). A bug, not an
 * outcome.
 */
export class UnsignableValueError extends Error {
  constructor() {
    super("a value to be signed is empty, or holds |, NUL or a lone surrogate");
  }
}

/** Whether a value may be hashed: the parts are joined by `|` without escaping (decision 0024, failure 16). */
function isSignable(value: string): boolean {
  return value !== "" && !value.includes(HASH_SEPARATOR) && isStorableText(value);
}

/** The headers that sign a request, over exactly the strings of the body (specification 5). */
export async function signatureHeaders(
  credentials: Credentials,
  hashedValues: readonly string[],
): Promise<Record<string, string>> {
  if (!hashedValues.every(isSignable)) throw new UnsignableValueError();
  const input = hashInput(credentials.apiKey, hashedValues, credentials.salt);
  return {
    [HEADERS.apiKey]: credentials.apiKey,
    [HEADERS.hash]: await sha256Hex(input),
  };
}

/** The headers of the ops extension (decision 0040): HMAC-SHA256 with the salt, in lowercase hexadecimal. */
export async function opsSignatureHeaders(
  credentials: Credentials,
  request: { method: string; path: string; body: string; at: Date },
): Promise<Record<string, string>> {
  const timestampSeconds = Math.floor(request.at.getTime() / 1000).toString();
  const input = opsSigningInput({
    timestampSeconds,
    method: request.method,
    path: request.path,
    bodySha256Hex: await sha256Hex(request.body),
  });
  return {
    [HEADERS.apiKey]: credentials.apiKey,
    [HEADERS.opsTimestamp]: timestampSeconds,
    [HEADERS.opsSignature]: await hmacSha256Hex(credentials.salt, input),
  };
}

async function sha256Hex(text: string): Promise<string> {
  return hex(await crypto.subtle.digest("SHA-256", utf8(text)));
}

async function hmacSha256Hex(secret: string, text: string): Promise<string> {
  const key = await crypto.subtle.importKey("raw", utf8(secret), { name: "HMAC", hash: "SHA-256" }, false, [
    "sign",
  ]);
  return hex(await crypto.subtle.sign("HMAC", key, utf8(text)));
}

function utf8(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

function hex(bytes: ArrayBuffer): string {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
