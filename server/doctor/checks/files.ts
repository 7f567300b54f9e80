import { type Finding, ok, problem } from "../finding";

/** `mode`: the permission bits. `entrant`: the embedded Postgres' user may pass through, but not list. */
export type FileFacts = { path: string; kind: "folder" | "file"; mode: number; mayPassThrough: boolean };

const OTHERS = 0o077;
/** Group may only pass through: `OWNER_AND_ENTRANT` of platform/close-folder. */
const OTHERS_BUT_PASSING = 0o067;

/** Files that are not there are left out. */
export function checkFiles(files: readonly FileFacts[]): Finding[] {
  const open = files.filter(
    ({ mode, mayPassThrough }) => (mode & (mayPassThrough ? OTHERS_BUT_PASSING : OTHERS)) !== 0,
  );
  if (open.length === 0) {
    const found = files.length === 0 ? "there are no files yet" : "only their owner can read them";
    return [ok("permissions", files.length === 0 ? found : `${files.length} files and folders: ${found}`)];
  }
  return open.map(({ path, kind, mode }) =>
    problem(
      "permissions",
      `${path} is open to other users of this machine (${(mode & 0o777).toString(8)})`,
      `Run chmod ${kind === "folder" ? "700" : "600"} on it. Replace the secrets if others could sign in here.`,
    ),
  );
}
