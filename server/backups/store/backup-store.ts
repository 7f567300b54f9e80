import type { Readable } from "node:stream";

export type StoredFile = { name: string; bytes: number };

/** Where backups are kept. Names have no slash. A file appears complete or not at all. */
export type BackupStore = {
  /** The name of the store in messages; contains no secret. */
  title: string;
  list(): Promise<StoredFile[]>;
  /** Stores a local file of `bytes` bytes. */
  put(name: string, path: string, bytes: number): Promise<void>;
  putText(name: string, text: string): Promise<void>;
  /** Rejects when there is none. */
  read(name: string): Promise<Readable>;
  readText(name: string): Promise<string>;
  remove(name: string): Promise<void>;
};
