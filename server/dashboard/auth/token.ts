import { createHash, randomBytes } from "node:crypto";

const TOKEN_BYTES = 32;
const TOKEN_FORM = /^[A-Za-z0-9_-]{43}$/;

/** A one-time secret; only its hash is stored. 256 bits need no slow hash. */
export function newToken(): { token: string; tokenHash: Buffer } {
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  return { token, tokenHash: sha256(token) };
}

/** Null for a text that cannot be one of our tokens. */
export function hashOfToken(token: string): Buffer | null {
  return TOKEN_FORM.test(token) ? sha256(token) : null;
}

function sha256(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
