import { createHash, randomBytes } from "node:crypto";

const TOKEN_BYTES = 32;
const TOKEN_FORM = /^[A-Za-z0-9_-]{43}$/;

/** A secret that is handed out once; only its hash is kept. 256 bits need no slow hash. */
export function newToken(): { token: string; tokenHash: Buffer } {
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  return { token, tokenHash: sha256(token) };
}

/** Null for what was never one of ours. */
export function hashOfToken(token: string): Buffer | null {
  return TOKEN_FORM.test(token) ? sha256(token) : null;
}

function sha256(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
