import { z } from "zod";
import { commandsHere } from "@/server/platform/commands-here";
import { StartupError } from "@/server/platform/lifecycle";
import type { BackupStore } from "./backup-store";

/** Names the installation whose backups are in the store. */
const OWNER = "paydeck-store.json";
const ownerSchema = z.object({ installation: z.uuid() });

/**
 * Makes a store this installation's own, unless it is another one's: a restored copy of a database must neither count
 * its backups among those of the live one, nor delete them. Throws {@link StartupError} then.
 */
export async function useStore(store: BackupStore, installation: string): Promise<void> {
  const hasOwner = (await store.list()).some(({ name }) => name === OWNER);
  if (!hasOwner) return claimStore(store, installation);
  const owner = ownerSchema.parse(JSON.parse(await store.readText(OWNER)));
  if (owner.installation === installation) return;
  throw new StartupError(
    commandsHere(
      `${store.title} has the backups of another installation. Set BACKUP_FOLDER or BACKUP_S3_PREFIX to a place of its own; ` +
        "or, if this installation was restored from them and replaces it, run npm run backups -- claim.",
    ),
  );
}

/** Only this installation's backups go to the store from now on, and its retention deletes what is there. */
export async function claimStore(store: BackupStore, installation: string): Promise<void> {
  await store.putText(OWNER, `${JSON.stringify({ installation })}\n`);
}
