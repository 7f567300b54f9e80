import { createReadStream, createWriteStream } from "node:fs";
import { open } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as NodeStream } from "node:stream/web";
import { Decrypter, Encrypter, generateIdentity, identityToRecipient } from "age-encryption";
import { StartupError } from "@/server/platform/lifecycle";

/** The age format, so that `age -d -i KEYFILE` opens a backup without Paydeck. */
const HEADER = "age-encryption.org/v1";

export function newEncryptionKey(): Promise<string> {
  return generateIdentity();
}

/** Writes a file that only `key` opens. */
export async function encryptFile(from: string, to: string, key: string): Promise<void> {
  const encrypter = new Encrypter();
  encrypter.addRecipient(await identityToRecipient(key));
  await throughFile(from, to, (stream) => encrypter.encrypt(stream));
}

export async function isEncrypted(path: string): Promise<boolean> {
  const file = await open(path, "r");
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEADER.length), 0, HEADER.length, 0);
    return buffer.toString("latin1", 0, bytesRead) === HEADER;
  } finally {
    await file.close();
  }
}

/** Throws {@link StartupError} when the key is missing or another one, or the file is damaged. */
export async function decryptFile(from: string, to: string, key: string | null): Promise<void> {
  if (key === null) {
    throw new StartupError("The backup is encrypted. Set BACKUP_ENCRYPTION_KEY to the key it was made with.");
  }
  const decrypter = new Decrypter();
  decrypter.addIdentity(key);
  try {
    await throughFile(from, to, (stream) => decrypter.decrypt(stream));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOSPC") throw error;
    throw new StartupError(
      "The backup cannot be decrypted: BACKUP_ENCRYPTION_KEY is not the key it was made with, or it is damaged.",
    );
  }
}

async function throughFile(
  from: string,
  to: string,
  change: (stream: ReadableStream<Uint8Array>) => Promise<ReadableStream<Uint8Array>>,
): Promise<void> {
  const source = Readable.toWeb(createReadStream(from)) as ReadableStream<Uint8Array>;
  const changed = Readable.fromWeb((await change(source)) as NodeStream);
  await pipeline(changed, createWriteStream(to, { flags: "wx", mode: 0o600 }));
}
