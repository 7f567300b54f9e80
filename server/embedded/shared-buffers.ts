import { totalmem } from "node:os";

const MB = 1024 * 1024;
/** Postgres' default, meant for the smallest machines: lists of a few million payments do not fit into it. */
const LEAST_MB = 128;
const MOST_MB = 512;
const PART_OF_MEMORY = 64;

/** The memory that this process may use, in bytes: less than the machine's in a container with a limit. */
function availableBytes(): number {
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}

/**
 * The value of shared_buffers: 1/64 of the memory, between 128 and 512 MB, because the machine also runs other programs.
 * Postgres fills it only as needed, but its lists of the buffers alone take about 2 % of it from the start (0266).
 */
export function sharedBuffers(bytes = availableBytes()): string {
  const part = Math.floor(bytes / PART_OF_MEMORY / MB);
  return `${Math.min(Math.max(part, LEAST_MB), MOST_MB)}MB`;
}
