import { chmod, chown, mkdir, stat } from "node:fs/promises";

/** A user of the operating system that has to enter a folder which is not its own. */
export type Entrant = { uid: number; gid: number };

const OWNER_ONLY = 0o700;
const OWNER_AND_ENTRANT = 0o710;
/** Everybody writes here and nobody owns it, as /tmp. */
const SHARED_BY_ALL = 0o1000;

/**
 * Makes a folder that nobody but its owner can list or write, or takes those rights from one that is there. `entrant` may pass
 * through it, by its group. A folder that belongs to somebody else, or to all, stays as it is: {@link isOpenToOthers} tells.
 */
export async function closeFolder(path: string, entrant: Entrant | null = null): Promise<void> {
  await mkdir(path, { recursive: true, mode: OWNER_ONLY });
  const { mode, uid, gid } = await stat(path);
  if ((mode & SHARED_BY_ALL) !== 0) return;
  const isByGroup = entrant !== null && entrant.uid !== uid;
  try {
    if (isByGroup && gid !== entrant.gid) await chown(path, uid, entrant.gid);
    const wanted = isByGroup ? OWNER_AND_ENTRANT : OWNER_ONLY;
    if ((mode & 0o777) !== wanted) await chmod(path, wanted);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EPERM")) throw error;
  }
}

/** Whether others than the owner can list or write a folder. */
export async function isOpenToOthers(path: string): Promise<boolean> {
  return ((await stat(path)).mode & 0o067) !== 0;
}
