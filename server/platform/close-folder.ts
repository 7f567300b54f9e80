import { chmod, chown, mkdir, stat } from "node:fs/promises";

/** An operating system user that must enter a folder of another owner. */
type Entrant = { uid: number; gid: number };

const OWNER_ONLY = 0o700;
const OWNER_AND_ENTRANT = 0o710;
/** The sticky bit: a folder that everyone may write, such as /tmp. */
const SHARED_BY_ALL = 0o1000;

/**
 * Creates a folder that only its owner can list or write, or removes these rights from an existing one. `entrant` may
 * pass through it, by its group. A folder of another owner, or one shared by all, stays as it is: check {@link
 * isOpenToOthers}.
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

/** Whether users other than the owner can list or write a folder. */
export async function isOpenToOthers(path: string): Promise<boolean> {
  return ((await stat(path)).mode & 0o067) !== 0;
}
