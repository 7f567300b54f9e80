import { z } from "zod";
import { isCredible } from "@/server/platform/newest-backup";
import type { BackupStore } from "./store/backup-store";

/**
 * `cluster`: both embedded databases and their secrets. `dumps`: a dump of each external database.
 */
export type BackupKind = "cluster" | "dumps";

/** A backup in the store. All of this is in its files' names, so that a list needs no further request. */
export type StoredBackup = {
  name: string;
  madeAt: Date;
  kind: BackupKind;
  bytes: number;
  /** Its trial restore failed: nobody knows what it is worth. */
  isDoubtful: boolean;
};

const NAME = /^paydeck-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z-(cluster|dumps)(\.age)?$/;

/** The description is stored last: a backup without one is incomplete. */
const describedBy = ({ name, isDoubtful }: Pick<StoredBackup, "name" | "isDoubtful">): string =>
  `${name}${isDoubtful ? ".unverified" : ""}.json`;

const descriptionSchema = z.object({
  format: z.literal(1),
  madeAt: z.iso.datetime(),
  bytes: z.number().int().positive(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** When it was restored on trial and its contents were compared; null when this one was not. */
  verifiedAt: z.iso.datetime().nullable(),
  /** Why its trial restore failed. */
  failure: z.string().optional(),
});
export type Description = z.infer<typeof descriptionSchema>;

export function backupName(madeAt: Date, kind: BackupKind, isEncrypted: boolean): string {
  const time = madeAt.toISOString().replace(/\.\d+/, "").replaceAll(/[-:]/g, "");
  return `paydeck-${time}-${kind}${isEncrypted ? ".age" : ""}`;
}

export type Catalogue = {
  /** Complete backups, the newest first by their names; a clock that was wrong may have dated one in the future. */
  backups: StoredBackup[];
  /** Names of what interrupted or failed runs left. */
  leftovers: { name: string; madeAt: Date }[];
};

/** Other files of the store are left alone. */
export async function readCatalogue(store: BackupStore): Promise<Catalogue> {
  const files = await store.list();
  const names = new Set(files.map(({ name }) => name));
  const backups: StoredBackup[] = [];
  const leftovers: Catalogue["leftovers"] = [];
  for (const { name, bytes } of files) {
    const parsed = parseName(name);
    if (parsed === null) continue;
    const described = [false, true].find((isDoubtful) => names.has(describedBy({ name, isDoubtful })));
    if (described === undefined) leftovers.push({ name, madeAt: parsed.madeAt });
    else backups.push({ name, bytes, ...parsed, isDoubtful: described });
  }
  backups.sort((a, b) => b.madeAt.getTime() - a.madeAt.getTime());
  return { backups, leftovers };
}

function parseName(name: string): { madeAt: Date; kind: BackupKind } | null {
  const [, year, month, day, hour, minute, second, kind] = NAME.exec(name) ?? [];
  if (kind !== "cluster" && kind !== "dumps") return null;
  return { madeAt: new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`), kind };
}

/** The newest one that a restore can count on. */
export function newestGood(backups: readonly StoredBackup[], now: Date): StoredBackup | undefined {
  return backups.find((backup) => !backup.isDoubtful && isCredible(backup.madeAt, now));
}

export async function readDescription(
  store: Pick<BackupStore, "readText">,
  backup: StoredBackup,
): Promise<Description> {
  return descriptionSchema.parse(JSON.parse(await store.readText(describedBy(backup))));
}

/** Makes the backup complete. */
export async function describeBackup(
  store: BackupStore,
  name: string,
  description: Description,
): Promise<void> {
  const file = describedBy({ name, isDoubtful: description.failure !== undefined });
  await store.putText(file, `${JSON.stringify(description)}\n`);
}

/** The description first, so that an interruption leaves an incomplete backup and not a description without one. */
export async function removeBackup(store: BackupStore, name: string): Promise<void> {
  for (const isDoubtful of [false, true]) await store.remove(describedBy({ name, isDoubtful }));
  await store.remove(name);
}
