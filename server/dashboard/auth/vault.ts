import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";

/** Protects what the database alone must not reveal: secrets are encrypted, codes hashed with a key (decision 0130). */
export type Vault = {
  /** `owner` is authenticated: what was sealed for one person does not open for another. */
  seal(text: string, owner: string): string;
  /** Null when it was sealed with a key that the vault does not have or for another owner, or was changed. */
  open(sealed: string, owner: string): string | null;
  /** Seals the text again with the first key; null as `open` does. */
  reseal(sealed: string, owner: string): Resealing | null;
  /** A text always gives one hash; without the key, texts cannot be guessed. */
  fingerprint(text: string, owner: string): Buffer;
  /** The hashes of a text by each key that may have been used: those of the vault, and the person's sealed one. */
  fingerprints(text: string, owner: string, sealedKey: string | null): Buffer[];
  /** The other key's hashing key, sealed with the first: hashes made with it are still recognised without the other key. */
  sealOtherHashingKey(owner: string): string | null;
};

export type Resealing = { isChanged: boolean; sealed: string };

const VERSION = "v1";
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * `secret` seals, hashes and opens. `otherSecret` only opens and recognises hashes, while the key is being changed
 * (decision 0263).
 */
export function createVault(secret: string, otherSecret: string | null = null): Vault {
  const secrets = otherSecret === null ? [secret] : [secret, otherSecret];
  const sealing = secrets.map((each) => derive(each, "paydeck: seal"));
  const hashing = secrets.map((each) => derive(each, "paydeck: fingerprint"));
  const [sealingKey = Buffer.alloc(0)] = sealing;
  const [hashingKey = Buffer.alloc(0), otherHashingKey] = hashing;

  const seal: Vault["seal"] = (text, owner) => sealWith(sealingKey, text, owner);
  const open: Vault["open"] = (sealed, owner) => openWith(sealing, sealed, owner)?.text ?? null;
  return {
    seal,
    open,
    reseal(sealed, owner) {
      const opened = openWith(sealing, sealed, owner);
      if (opened === null) return null;
      return opened.position === 0
        ? { isChanged: false, sealed }
        : { isChanged: true, sealed: seal(opened.text, owner) };
    },
    fingerprint: (text, owner) => hash(hashingKey, text, owner),
    fingerprints(text, owner, sealedKey) {
      const own = sealedKey === null ? null : open(sealedKey, owner);
      const keys = own === null ? hashing : [...hashing, Buffer.from(own, "base64")];
      return keys.map((key) => hash(key, text, owner));
    },
    sealOtherHashingKey: (owner) =>
      otherHashingKey === undefined ? null : seal(otherHashingKey.toString("base64"), owner),
  };
}

function sealWith(key: Buffer, text: string, owner: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv("aes-256-gcm", key, iv).setAAD(Buffer.from(owner));
  const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return `${VERSION}.${Buffer.concat([iv, cipher.getAuthTag(), body]).toString("base64url")}`;
}

/** Opens a text with the first of the keys that fits. */
function openWith(
  keys: readonly Buffer[],
  sealed: string,
  owner: string,
): { text: string; position: number } | null {
  const [version, packed = ""] = sealed.split(".", 2);
  const bytes = Buffer.from(packed, "base64url");
  if (version !== VERSION || bytes.length < IV_BYTES + TAG_BYTES) return null;
  for (const [position, key] of keys.entries()) {
    const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, IV_BYTES))
      .setAAD(Buffer.from(owner))
      .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    try {
      const body = bytes.subarray(IV_BYTES + TAG_BYTES);
      return { text: decipher.update(body, undefined, "utf8") + decipher.final("utf8"), position };
    } catch {
      // Another key sealed it, or it was changed.
    }
  }
  return null;
}

function hash(key: Buffer, text: string, owner: string): Buffer {
  return createHmac("sha256", key).update(`${owner}\n${text}`).digest();
}

function derive(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "", purpose, 32));
}
