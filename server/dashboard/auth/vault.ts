import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";

/** Protects what the database alone must not reveal: secrets are encrypted, codes hashed with a key (decision 0130). */
export type Vault = {
  /** `owner` is authenticated: what was sealed for one person does not open for another. */
  seal(text: string, owner: string): string;
  /** Null when it was sealed with another key or for another owner, or was changed. */
  open(sealed: string, owner: string): string | null;
  /** The same text always gives the same hash; without the key, texts cannot be guessed. */
  fingerprint(text: string, owner: string): Buffer;
};

const VERSION = "v1";
const IV_BYTES = 12;
const TAG_BYTES = 16;

export function createVault(secret: string): Vault {
  const sealing = derive(secret, "paydeck: seal");
  const hashing = derive(secret, "paydeck: fingerprint");
  return {
    seal(text, owner) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv("aes-256-gcm", sealing, iv).setAAD(Buffer.from(owner));
      const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return `${VERSION}.${Buffer.concat([iv, cipher.getAuthTag(), body]).toString("base64url")}`;
    },
    open(sealed, owner) {
      const [version, packed = ""] = sealed.split(".", 2);
      const bytes = Buffer.from(packed, "base64url");
      if (version !== VERSION || bytes.length < IV_BYTES + TAG_BYTES) return null;
      const decipher = createDecipheriv("aes-256-gcm", sealing, bytes.subarray(0, IV_BYTES))
        .setAAD(Buffer.from(owner))
        .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      try {
        return (
          decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, "utf8") + decipher.final("utf8")
        );
      } catch {
        return null;
      }
    },
    fingerprint: (text, owner) => createHmac("sha256", hashing).update(`${owner}\n${text}`).digest(),
  };
}

function derive(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "", purpose, 32));
}
