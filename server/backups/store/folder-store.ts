import { constants, createReadStream } from "node:fs";
import { copyFile, mkdir, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { syncFolder, writeFileDurably } from "@/server/platform/write-file";
import type { BackupStore } from "./backup-store";

const OWNER_ONLY = 0o600;

/** A folder, such as one of a network file system. Hidden files in it are drafts. */
export function createFolderStore(folder: string): BackupStore {
  const pathOf = (name: string): string => join(folder, name);
  return {
    title: folder,
    async list() {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const names = (await readdir(folder)).filter((name) => !name.startsWith("."));
      const files = await Promise.all(
        names.map(async (name) => {
          const facts = await stat(pathOf(name)).catch(() => null);
          return facts?.isFile() === true ? [{ name, bytes: facts.size }] : [];
        }),
      );
      return files.flat();
    },
    async put(name, path) {
      const draft = pathOf(`.${name}.draft`);
      try {
        await copyFile(path, draft, constants.COPYFILE_FICLONE);
        const handle = await open(draft, "r+");
        try {
          await handle.chmod(OWNER_ONLY);
          await handle.sync();
        } finally {
          await handle.close();
        }
        await rename(draft, pathOf(name));
      } finally {
        await rm(draft, { force: true });
      }
      await syncFolder(folder);
    },
    putText: (name, text) => writeFileDurably(pathOf(name), text, OWNER_ONLY),
    async read(name) {
      await stat(pathOf(name));
      return createReadStream(pathOf(name));
    },
    readText: (name) => readFile(pathOf(name), "utf8"),
    remove: (name) => rm(pathOf(name), { force: true }),
  };
}
