const GIB = 2 ** 30;
/** Stays free for the databases and logs of the same disk. */
const SPARE_BYTES = GIB / 2;
/** A backup grows from one day to the next. */
const GROWTH = 1.2;
/** Of a first one, whose size nobody knows: it is compressed and contains no indexes, so most are smaller. */
const FIRST_SHARE = 1 / 3;

/**
 * The room that a run needs, in bytes: two copies of the backup, plain and encrypted or fetched and decrypted, and the restored
 * databases of a trial. `lastBytes`: the size of the newest backup; null before the first.
 */
export function neededRoom({
  databaseBytes,
  lastBytes,
  isTried,
}: {
  databaseBytes: number;
  lastBytes: number | null;
  isTried: boolean;
}): number {
  const backupBytes =
    lastBytes === null ? databaseBytes * FIRST_SHARE : Math.min(lastBytes * GROWTH, databaseBytes);
  return Math.ceil(2 * backupBytes + (isTried ? databaseBytes : 0));
}

/** What a person reads when there is too little; null when there is enough. */
export function noRoom(
  folder: string,
  { neededBytes, freeBytes }: { neededBytes: number; freeBytes: number },
): string | null {
  if (freeBytes >= neededBytes + SPARE_BYTES) return null;
  const gib = (bytes: number): string => (bytes / GIB).toFixed(1);
  return (
    `A backup needs about ${gib(neededBytes)} GiB in ${folder} for a while and ${gib(SPARE_BYTES)} GiB beside it, and ` +
    `${gib(freeBytes)} GiB are free. Nothing was written. Make room, or set DATA_DIR of the backup to a larger disk.`
  );
}
