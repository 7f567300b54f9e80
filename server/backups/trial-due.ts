import { isCredible } from "@/server/platform/newest-backup";
import { type Catalogue, readDescription } from "./catalogue";
import type { BackupStore } from "./store/backup-store";

/**
 * Whether a backup that is made now is to be restored on trial: one of `every`, with the newest ones. One of the future was
 * dated by a clock that was wrong, and would stay the newest until then.
 */
export async function isTrialDue(
  store: Pick<BackupStore, "readText">,
  { backups }: Pick<Catalogue, "backups">,
  { every, now }: { every: number; now: Date },
): Promise<boolean> {
  const past = backups.filter(({ madeAt }) => isCredible(madeAt, now));
  for (const backup of past.slice(0, every - 1)) {
    if ((await readDescription(store, backup)).verifiedAt !== null) return false;
  }
  return true;
}
