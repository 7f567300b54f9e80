import { type Finding, ok, problem, warning } from "../finding";

const GIB = 2 ** 30;
const WARNING_BYTES = 2 * GIB;
/** Postgres stops when it cannot write its log, whose segments have 16 MiB. */
const PROBLEM_BYTES = GIB / 4;

export function checkDisk(path: string, freeBytes: number): Finding {
  const found = `${(freeBytes / GIB).toFixed(1)} GiB are free for ${path}`;
  const action =
    "Make room: move backups away, or enlarge the disk. A full one stops Postgres and every payment.";
  if (freeBytes < PROBLEM_BYTES) return problem("disk", found, action);
  return freeBytes < WARNING_BYTES ? warning("disk", found, action) : ok("disk", found);
}
