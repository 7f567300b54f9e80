import type { BackupTarget } from "../env";
import type { BackupStore } from "./backup-store";
import { createFolderStore } from "./folder-store";
import { createS3Store } from "./s3-store";

export function openStore(target: BackupTarget): BackupStore {
  switch (target.kind) {
    case "folder":
      return createFolderStore(target.folder);
    case "s3":
      return createS3Store(target);
  }
}
