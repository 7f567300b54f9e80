import { readdirSync, readFileSync, readlinkSync } from "node:fs";

/** Linux counts processor time in ticks of 10 ms. */
const TICK_MS = 10;

/** Milliseconds of processor time that a process has used; 0 for one that has ended, and where there is no /proc. */
export function usedMs(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "latin1").split(") ").at(-1).split(" ");
    return (parseInt(fields[11], 10) + parseInt(fields[12], 10)) * TICK_MS;
  } catch {
    return 0;
  }
}

const PAGES_A_MB = 256;

/** The resident memory of a process, including shared memory. */
export function residentMb(pid) {
  return Number(readFileSync(`/proc/${pid}/statm`, "latin1").split(" ")[1]) / PAGES_A_MB;
}

/** The local ports of a process's connections: Postgres identifies its clients by them. */
function portsOf(pid) {
  try {
    const links = readdirSync(`/proc/${pid}/fd`).map((fd) => linkOf(`/proc/${pid}/fd/${fd}`));
    const sockets = new Set(links.flatMap((link) => /^socket:\[(\d+)\]$/.exec(link)?.[1] ?? []));
    const connections = readFileSync("/proc/net/tcp", "latin1").trim().split("\n").slice(1);
    return connections
      .map((line) => line.trim().split(/\s+/))
      .filter((fields) => sockets.has(fields[9]))
      .map((fields) => parseInt(fields[1].split(":")[1], 16));
  } catch {
    return [];
  }
}

/** A file that was closed meanwhile has no link. */
function linkOf(path) {
  try {
    return readlinkSync(path);
  } catch {
    return "";
  }
}

/**
 * The processor time of a program and its database connections while `work` runs: more reliable than elapsed time on a
 * shared machine.
 */
export async function withProcessorTime({ pool, pid }, work) {
  const backends = async () => {
    const { rows } = await pool.query("select pid from pg_stat_activity where client_port = any($1)", [
      portsOf(pid),
    ]);
    return rows.map((row) => row.pid);
  };
  const before = new Map((await backends()).map((backend) => [backend, usedMs(backend)]));
  const ownBefore = usedMs(pid);
  const result = await work();
  const programMs = usedMs(pid) - ownBefore;
  const after = await backends();
  const databaseMs = after.reduce((sum, backend) => sum + usedMs(backend) - (before.get(backend) ?? 0), 0);
  return { ...result, programMs, databaseMs };
}
