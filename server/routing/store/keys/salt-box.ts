import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

const ALGORITHM = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Seals salts at rest under a key that is kept outside the database: a stolen dump signs nothing. */
export type SaltBox = {
  /** `apiKey` is bound in: a sealed salt moved to another key's row does not open. */
  seal(apiKey: string, salt: string): Buffer;
  /** Throws when the box's key is another than the one that sealed, or the bytes were altered. */
  open(apiKey: string, sealed: Buffer): string;
};

const MAX_OPENED = 10_000;

/** `key`: 32 bytes. Remembers what it has opened: the same bytes open the same way for each request of a merchant. */
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
