import { readFileSync } from "node:fs";

/** Linux counts processor time in ticks of 10 ms. */
const TICK_MS = 10;

/** Milliseconds of processor that a process has used; 0 for one that has ended. NaN where there is no /proc. */
function usedMs(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "latin1").split(") ").at(-1).split(" ");
    return (parseInt(fields[11], 10) + parseInt(fields[12], 10)) * TICK_MS;
  } catch {
    return 0;
  }
}

/** What a program and its database connections use while `work` runs: tells more than time on a machine that is shared. */
export async function withProcessorTime({ pool, pid, applicationName }, work) {
  const backends = async () => {
    const { rows } = await pool.query("select pid from pg_stat_activity where application_name = $1", [
      applicationName,
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
