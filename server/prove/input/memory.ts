import { readFile } from "node:fs/promises";

/** The resident memory of a process in MB; null where the system does not tell. */
export async function residentMb(pid: number | undefined): Promise<number | null> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  const [, kilobytes] = /^VmRSS:\s+([0-9]+) kB/m.exec(status) ?? [];
  return kilobytes === undefined ? null : Math.round(Number.parseInt(kilobytes, 10) / 1024);
}

/**
 * How much more memory the last fifth of a run took than its second fifth, which has compiled and cached what it needs; null
 * with too few looks to say. A leak that loses something with every request grows with them.
 */
export function growth(looks: readonly number[]): number | null {
  const fifth = Math.floor(looks.length / 5);
  if (fifth < 2) return null;
  const early = median(looks.slice(fifth, 2 * fifth));
  return early === 0 ? null : median(looks.slice(-fifth)) / early;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
