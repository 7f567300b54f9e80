import { readdirSync, readFileSync } from "node:fs";

/**
 * The memory of a process and everything that it started, in bytes, by program; works only on Linux. It is the
 * proportional set size: pages shared by n processes count as 1/n in each.
 */
export function memoryOf(pid) {
  const processes = familyOf(pid).flatMap((each) => {
    try {
      const [, kilobytes] = /^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${each}/smaps_rollup`, "latin1"));
      const command = readFileSync(`/proc/${each}/cmdline`, "latin1").replaceAll("\0", " ");
      return [{ bytes: parseInt(kilobytes, 10) * 1_024, program: programOf(command) }];
    } catch {
      // It has ended since the folder was listed.
      return [];
    }
  });
  return Object.fromEntries(
    ["launcher", "service", "dashboard", "postgres"].map((program) => [
      program,
      processes.filter((each) => each.program === program).reduce((sum, { bytes }) => sum + bytes, 0),
    ]),
  );
}

function programOf(command) {
  if (command.includes("dist/start.js")) return "launcher";
  if (command.includes("dist/routing.js")) return "service";
  if (command.includes("dist/dashboard.js")) return "dashboard";
  return "postgres";
}

function familyOf(pid) {
  const all = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((each) => ({ each, parent: parentOf(each) }));
  const family = [String(pid)];
  // Grows while it is read, so that children of children are found too.
  for (const member of family) {
    family.push(...all.filter(({ parent }) => parent === member).map(({ each }) => each));
  }
  return family;
}

function parentOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/stat`, "latin1").split(") ").at(-1).split(" ")[1];
  } catch {
    return null;
  }
}
