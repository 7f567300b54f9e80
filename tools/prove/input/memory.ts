import { readFile } from "node:fs/promises";

/** The resident memory of a process in MB; null where the system does not report it. */
export async function residentMb(pid: number | undefined): Promise<number | null> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  const [, kilobytes] = /^VmRSS:\s+([0-9]+) kB/m.exec(status) ?? [];
  return kilobytes === undefined ? null : Math.round(Number.parseInt(kilobytes, 10) / 1024);
}

/**
 * The growth in memory from the second fifth of a run, when everything needed is compiled and cached, to the last; null
 * with too few samples. A leak that loses something with every request grows with the requests.
 */
export function growth(samples: readonly number[]): number | null {
  const fifth = Math.floor(samples.length / 5);
  if (fifth < 2) return null;
  const early = median(samples.slice(fifth, 2 * fifth));
  return early === 0 ? null : median(samples.slice(-fifth)) / early;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
