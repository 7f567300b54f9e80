import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { UnreadableSecretError } from "../../domain/keys/unreadable-secret";

const ALGORITHM = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts salts at rest with a key stored outside the database: nobody can sign requests with a stolen dump. */
export type SaltBox = {
  /** `apiKey` is bound in: a sealed salt cannot be opened in another key's row. */
  seal(apiKey: string, salt: string): Buffer;
  /** Throws an UnreadableSecretError when it was sealed with a key that the box does not have, or the bytes were altered. */
  open(apiKey: string, sealed: Buffer): string;
  /** Seals the salt again with the first key; null when that key has sealed it already. Throws as `open` does. */
  reseal(apiKey: string, sealed: Buffer): Buffer | null;
};

const MAX_OPENED = 10_000;

/**
 * `key`: 32 bytes, seals and opens. `otherKey` only opens, while the key is being changed (decision 0263). Caches opened
 * salts, because every request of a merchant opens the same one.
 */
export function createSaltBox(key: Buffer, otherKey: Buffer | null = null): SaltBox {
  const opened = new Map<string, { sealed: Buffer; salt: string }>();
  const keys = otherKey === null ? [key] : [key, otherKey];

  const seal = (apiKey: string, salt: string): Buffer => {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(apiKey, "utf8"));
    const sealed = Buffer.concat([cipher.update(salt, "utf8"), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
  };

  return {
    seal,
    open(apiKey, sealed) {
      const known = opened.get(apiKey);
      if (known?.sealed.equals(sealed) === true) return known.salt;
      const { salt } = openWith(keys, apiKey, sealed);
      if (opened.size >= MAX_OPENED) opened.clear();
      opened.set(apiKey, { sealed: Buffer.from(sealed), salt });
      return salt;
    },
    reseal(apiKey, sealed) {
      const { salt, position } = openWith(keys, apiKey, sealed);
      return position === 0 ? null : seal(apiKey, salt);
    },
  };
}

/** Opens with the first of the keys that fits. */
function openWith(
  keys: readonly Buffer[],
  apiKey: string,
  sealed: Buffer,
): { salt: string; position: number } {
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  if (sealed.length < NONCE_BYTES + TAG_BYTES)
    throw new UnreadableSecretError("the sealed secret is cut off");
  for (const [position, key] of keys.entries()) {
    const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES })
      .setAAD(Buffer.from(apiKey, "utf8"))
      .setAuthTag(tag);
    try {
      const parts = [decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()];
      return { salt: Buffer.concat(parts).toString("utf8"), position };
    } catch {
      // Another key sealed it, or it was altered.
    }
  }
  throw new UnreadableSecretError("no key opens the sealed secret");
}
