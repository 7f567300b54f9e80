import { stat } from "node:fs/promises";
import { StartupError } from "@/server/platform/lifecycle";
import { hasCluster, SUPERUSER } from "../cluster";
import { readPidFile } from "../pid-file";
import { type Placement, placePostgres } from "../placement";
import { startEmbeddedPostgres } from "../start-postgres";
import { FORMAT } from "./backup-file";
import { removeAbandonedDrafts } from "./drafts";
import { refuseInterruptedRestore } from "./interrupted";
import { writeBackup } from "./write-backup";

type BackupOptions = {
  folder: string;
  file: string;
  /** The text of the secrets file, and the password in it. */
  secrets: string;
  superuserPassword: string;
  /** Whether another process uses the folder; otherwise the caller holds its lock. */
  isInUse: boolean;
  madeAt: Date;
};

/**
 * Backs up the embedded Postgres of a folder: the running one, without interrupting it, or else one started for the
 * backup, which also recovers after a kill. Throws {@link StartupError} with a message for the user, also when there is
 * nothing to back up.
 */
export async function backUpFolder(options: BackupOptions): Promise<void> {
  const { folder, file, secrets, superuserPassword, madeAt } = options;
  const placement = await placeExisting(folder);
  await removeAbandonedDrafts(folder);
  const write = (adminUrl: string): Promise<void> =>
    writeBackup(file, {
      folder,
      adminUrl,
      secrets,
      about: {
        format: FORMAT,
        madeAt: madeAt.toISOString(),
        postgres: placement.binaries.build.split(".")[0] ?? "",
      },
    });
  if (options.isInUse) {
    await write(await runningUrl(placement, superuserPassword));
    return;
  }
  const postgres = await startEmbeddedPostgres({
    folder,
    superuserPassword,
    databases: [],
    onEvent: () => undefined,
  });
  try {
    await write(postgres.adminUrl);
  } finally {
    await postgres.stop();
  }
}

async function placeExisting(folder: string): Promise<Placement> {
  await refuseInterruptedRestore(folder);
  if ((await stat(folder).catch(() => null)) !== null) {
    const placement = await placePostgres(folder);
    if (await hasCluster(placement)) return placement;
  }
  throw new StartupError(
    `There is no embedded database in ${folder}: nothing to back up. A Postgres of your own is backed up with its own tools.`,
  );
}

/** The superuser's URL of the Postgres that another process runs on the folder. Throws a {@link StartupError} without one. */
export async function runningAdminUrl(folder: string, superuserPassword: string): Promise<string> {
  return runningUrl(await placeExisting(folder), superuserPassword);
}

async function runningUrl({ dataFolder }: Placement, password: string): Promise<string> {
  const running = await readPidFile(dataFolder);
  if (running === null || !running.isReady) {
    throw new StartupError("Paydeck is just starting or stopping here. Try again in a moment.");
  }
  return `postgres://${SUPERUSER}:${encodeURIComponent(password)}@127.0.0.1:${running.port}/postgres?sslmode=disable`;
}
