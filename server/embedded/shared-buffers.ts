import { totalmem } from "node:os";

const MB = 1024 * 1024;
/** Postgres' own, made for the smallest machines: lists of a few million payments are read from outside it. */
const LEAST_MB = 128;
const MOST_MB = 1_024;
const PART_OF_MEMORY = 32;

/** The memory that this process may use, in bytes: less than the machine's in a container that has a limit. */
function availableBytes(): number {
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}

/**
 * Postgres' cache: a thirty-second of the memory, since the machine is for other things too, from 128 MB to a gigabyte. Taken only
 * as it fills.
 */
export function sharedBuffers(bytes = availableBytes()): string {
  const part = Math.floor(bytes / PART_OF_MEMORY / MB);
  return `${Math.min(Math.max(part, LEAST_MB), MOST_MB)}MB`;
}
