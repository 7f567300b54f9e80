import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

const ALGORITHM = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts salts at rest with a key stored outside the database: nobody can sign requests with a stolen dump. */
export type SaltBox = {
  /** `apiKey` is bound in: a sealed salt cannot be opened in another key's row. */
  seal(apiKey: string, salt: string): Buffer;
  /** Throws when it was sealed with a different key or the bytes were altered. */
  open(apiKey: string, sealed: Buffer): string;
};

const MAX_OPENED = 10_000;

/** `key`: 32 bytes. Caches opened salts, because every request of a merchant opens the same one. */
export function createSaltBox(key: Buffer): SaltBox {
  const opened = new Map<string, { sealed: Buffer; salt: string }>();
  return {
    seal(apiKey, salt) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(apiKey, "utf8"));
      const sealed = Buffer.concat([cipher.update(salt, "utf8"), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
    },
    open(apiKey, sealed) {
      const known = opened.get(apiKey);
      if (known?.sealed.equals(sealed) === true) return known.salt;
      const nonce = sealed.subarray(0, NONCE_BYTES);
      const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
      const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES })
        .setAAD(Buffer.from(apiKey, "utf8"))
        .setAuthTag(tag);
      const parts = [decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()];
      const salt = Buffer.concat(parts).toString("utf8");
      if (opened.size >= MAX_OPENED) opened.clear();
      opened.set(apiKey, { sealed: Buffer.from(sealed), salt });
      return salt;
    },
  };
}
